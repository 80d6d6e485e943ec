#include "engine/checkpoint/safetensors_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/output_path.h"
#include "engine/checkpoint/utf8.h"
#include "nlohmann/json.hpp"

namespace headwise {
namespace {

absl::Status WriteError(const std::string& path, absl::string_view action, int error) {
  const std::string text = absl::StrCat(Printable(FileName(path)), ": cannot ", action, ": ",
                                        std::generic_category().message(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(text);
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(text);
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
      return absl::ResourceExhaustedError(text);
    case EISDIR:
    case ENAMETOOLONG:
      return absl::InvalidArgumentError(text);
    default:
      return absl::InternalError(text);
  }
}

// A new file beside `path`, removed again unless it took its name.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) : path_(path) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (exists_) unlink(temporary_.c_str());
  }

  absl::Status Create() {
    static std::atomic<unsigned> counter{0};
    do {
      temporary_ = absl::StrCat(path_, ".", getpid(), "-", counter++, ".part");
      descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
    if (descriptor_ < 0) return WriteError(path_, "create", errno);
    exists_ = true;
    return absl::OkStatus();
  }

  absl::Status Write(absl::string_view bytes) {
    constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
    while (!bytes.empty()) {
      const ssize_t put = write(descriptor_, bytes.data(), std::min(bytes.size(), kPieceBytes));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return WriteError(path_, "write", errno);
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return absl::OkStatus();
  }

  absl::Status TakeName() {
    if (fsync(descriptor_) != 0) return WriteError(path_, "write", errno);
    if (close(std::exchange(descriptor_, -1)) != 0) return WriteError(path_, "write", errno);
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
      return WriteError(path_, "replace", errno);
    }
    exists_ = false;
    return absl::OkStatus();
  }

 private:
  const std::string& path_;
  std::string temporary_;
  int descriptor_ = -1;
  bool exists_ = false;
};

absl::Status CheckNames(absl::Span<const NamedTensor* const> tensors,
                        const std::map<std::string, std::string>& metadata) {
  std::vector<absl::string_view> names;
  for (const NamedTensor* tensor : tensors) {
    if (!tensor->tensor.present()) {
      return absl::InvalidArgumentError(
          absl::StrCat("tensor \"", Printable(tensor->name), "\": expected bytes, got none"));
    }
    if (tensor->name == "__metadata__" || FirstBadUtf8(tensor->name) >= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("tensor \"", Printable(tensor->name),
                       "\": expected a name in UTF-8 other than __metadata__"));
    }
    names.push_back(tensor->name);
  }
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("tensor \"", Printable(*twice), "\": expected one of that name, got two"));
  }
  for (const auto& [key, value] : metadata) {
    if (FirstBadUtf8(key) < 0 && FirstBadUtf8(value) < 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("__metadata__ \"", Printable(key), "\": expected UTF-8 text"));
  }
  return absl::OkStatus();
}

std::vector<const NamedTensor*> InFileOrder(absl::Span<const NamedTensor> tensors) {
  std::vector<const NamedTensor*> order;
  for (const NamedTensor& tensor : tensors) order.push_back(&tensor);
  std::sort(order.begin(), order.end(), [](const NamedTensor* a, const NamedTensor* b) {
    const std::int64_t width_a = ByteWidth(a->tensor.dtype());
    const std::int64_t width_b = ByteWidth(b->tensor.dtype());
    return width_a != width_b ? width_a > width_b : a->name < b->name;
  });
  return order;
}

// The length, the header's text and its padding.
std::string HeaderBytes(absl::Span<const NamedTensor* const> tensors,
                        const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::int64_t begin = 0;
  for (const NamedTensor* tensor : tensors) {
    const auto dims = tensor->tensor.shape().dims();
    const std::int64_t end = begin + tensor->tensor.bytes();
    header.push_back({tensor->name,
                      {{"dtype", std::string(DTypeName(tensor->tensor.dtype()))},
                       {"shape", std::vector<std::int64_t>(dims.begin(), dims.end())},
                       {"data_offsets", {begin, end}}}});
    begin = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string bytes;
  for (int i = 0; i < 8; ++i) {
    bytes += static_cast<char>((static_cast<std::uint64_t>(text.size()) >> (8 * i)) & 0xff);
  }
  return bytes + text;
}

}  // namespace

absl::Status WriteSafetensors(const std::string& path, absl::Span<const NamedTensor> tensors,
                              const std::map<std::string, std::string>& metadata) {
  const std::vector<const NamedTensor*> order = InFileOrder(tensors);
  absl::Status status = CheckNames(order, metadata);
  if (!status.ok()) return status;
  const absl::StatusOr<std::string> target = OutputPath(path);
  if (!target.ok()) return target.status();
  TemporaryFile file(*target);
  if (status = file.Create(); !status.ok()) return status;
  if (status = file.Write(HeaderBytes(order, metadata)); !status.ok()) return status;
  for (const NamedTensor* tensor : order) {
    status = file.Write({reinterpret_cast<const char*>(tensor->tensor.data()),
                         static_cast<std::size_t>(tensor->tensor.bytes())});
    if (!status.ok()) return status;
  }
  return file.TakeName();
}

}  // namespace headwise
