#include "engine/checkpoint/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

// One pread asks for no more: a signal or a slow disk then holds a thread up for less long.
constexpr std::size_t kPieceBytes = std::size_t{16} << 20;

absl::Status SystemError(const std::string& name, absl::string_view action, int error) {
  const std::string text =
      absl::StrCat(name, ": cannot ", action, ": ", std::generic_category().message(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(absl::StrCat(name, ": no such file"));
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(text);
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return absl::ResourceExhaustedError(text);
    case ELOOP:
    case ENAMETOOLONG:
      return absl::InvalidArgumentError(text);
    default:
      return absl::InternalError(text);
  }
}

int OpenForReading(const std::string& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer. It changes nothing for regular files.
  int descriptor;
  do {
    descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

}  // namespace

absl::StatusOr<File> File::Open(const std::string& path) {
  const int descriptor = OpenForReading(path);
  if (descriptor < 0) return SystemError(Printable(FileName(path)), "open", errno);
  File file(descriptor, Printable(FileName(path)));
  const absl::StatusOr<Facts> facts = file.Examine();
  if (!facts.ok()) return facts.status();
  file.facts_ = *facts;
  return file;
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      facts_(other.facts_) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  std::swap(facts_, other.facts_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) close(descriptor_);
}

absl::StatusOr<File::Facts> File::Examine() const {
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  struct stat facts;
  if (fstat(descriptor_, &facts) != 0) return SystemError(name_, "examine", errno);
  if (!S_ISREG(facts.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(name_, ": expected a regular file, found a ",
                                                   S_ISDIR(facts.st_mode) ? "folder" : "device"));
  }
  return Facts{facts.st_size, facts.st_mtim.tv_sec * kNsPerSecond + facts.st_mtim.tv_nsec};
}

absl::Status File::CheckUnchanged() const {
  const absl::StatusOr<Facts> now = Examine();
  if (!now.ok()) return now.status();
  if (now->size != facts_.size) {
    return absl::InvalidArgumentError(absl::StrCat(name_, ": the file had ", facts_.size,
                                                   " bytes when it was opened and has ", now->size,
                                                   " now; load it again"));
  }
  if (now->written_ns != facts_.written_ns) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": the file was written to while it was read; load it again"));
  }
  return absl::OkStatus();
}

absl::Status File::CheckRange(std::int64_t offset, std::size_t bytes) const {
  if (absl::Status status = CheckUnchanged(); !status.ok()) return status;
  if (offset < 0 || offset > size() || bytes > static_cast<std::uint64_t>(size() - offset)) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": expected ", bytes, " bytes at ", offset, ", the file has ", size()));
  }
  return absl::OkStatus();
}

absl::Status File::ReadAt(std::int64_t offset, absl::Span<std::byte> to) const {
  if (absl::Status status = CheckRange(offset, to.size()); !status.ok()) return status;
  while (!to.empty()) {
    const ssize_t got = pread(descriptor_, to.data(), std::min(to.size(), kPieceBytes), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError(name_, "read", errno);
    if (got == 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          name_, ": cut short while reading: ", to.size(), " bytes are missing at ", offset));
    }
    to.remove_prefix(static_cast<std::size_t>(got));
    offset += got;
  }
  return CheckUnchanged();
}

absl::StatusOr<std::string> File::ReadText(std::int64_t offset, std::int64_t bytes) const {
  if (bytes < 0) bytes = 0;
  // Before the memory is taken: a size from a header may be a lie.
  absl::Status status = CheckRange(offset, static_cast<std::size_t>(bytes));
  if (!status.ok()) return status;
  std::string text(static_cast<std::size_t>(bytes), '\0');
  status = ReadAt(offset, {reinterpret_cast<std::byte*>(&text[0]), text.size()});
  if (!status.ok()) return status;
  return text;
}

}  // namespace headwise
