// A file opened for reading.
#ifndef HEADWISE_ENGINE_CHECKPOINT_FILE_H_
#define HEADWISE_ENGINE_CHECKPOINT_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace headwise {

// Owns a descriptor of a regular file, so a file that is replaced under its name meanwhile is
// still read as it was. Move-only. Thread-compatible: ReadAt may run on several threads at once.
class File {
 public:
  // Follows symbolic links. NOT_FOUND if there is no such file, PERMISSION_DENIED if it may not
  // be read, RESOURCE_EXHAUSTED if too many files are open, INVALID_ARGUMENT for a folder or a
  // device. Texts name the file without its folder.
  static absl::StatusOr<File> Open(const std::string& path);

  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  // Last component of the path.
  const std::string& name() const { return name_; }
  // Bytes at the time of Open.
  std::int64_t size() const { return facts_.size; }

  // Fills `to` with the bytes from `offset` on. INVALID_ARGUMENT if the file was written to since
  // Open or if the bytes do not lie inside it; INTERNAL if the system fails to read.
  absl::Status ReadAt(std::int64_t offset, absl::Span<std::byte> to) const;
  // The same into a new string.
  absl::StatusOr<std::string> ReadText(std::int64_t offset, std::int64_t bytes) const;

 private:
  File(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  struct Facts {
    std::int64_t size = 0;
    std::int64_t written_ns = 0;  // time of the last write
  };

  absl::StatusOr<Facts> Examine() const;
  absl::Status CheckUnchanged() const;
  absl::Status CheckRange(std::int64_t offset, std::size_t bytes) const;

  int descriptor_ = -1;
  std::string name_;
  Facts facts_;  // at the time of Open
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_FILE_H_
