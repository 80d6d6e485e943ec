// A safetensors file, opened and checked.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_FILE_H_
#define HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_FILE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "engine/checkpoint/file.h"
#include "engine/checkpoint/safetensors_header.h"
#include "engine/tensor/tensor.h"

namespace headwise {

// Reads the format of https://github.com/huggingface/safetensors: the length of a JSON header,
// the header, the tensors' bytes. Keeps the file open, so one that is replaced meanwhile changes
// nothing, and one that is cut short gives errors. Holds the header's facts only; bytes are read
// when asked for. Move-only; entries stay where they are when the file object moves.
// Thread-compatible: const methods may run on several threads at once.
//
//   auto file = SafetensorsFile::Open("input.safetensors");
//   auto tensor = file->ReadTensor("x");
class SafetensorsFile {
 public:
  // Errors of File::Open; INVALID_ARGUMENT if the file is not well-formed, with hints for Git LFS
  // pointers, PyTorch pickles, GGUF and NumPy files. Texts start with the file's name.
  static absl::StatusOr<SafetensorsFile> Open(const std::string& path);

  const std::string& name() const { return file_.name(); }
  // In the order of their bytes.
  absl::Span<const TensorEntry> tensors() const { return header_.tensors; }
  const std::map<std::string, std::string>& metadata() const { return header_.metadata; }

  // Null if there is none of that name.
  const TensorEntry* Find(absl::string_view name) const;

  // Fills `to` with bytes of `entry`, which must be one of tensors(), from its byte `offset` on.
  // INVALID_ARGUMENT if they do not lie inside it; else the errors of File::ReadAt.
  absl::Status ReadBytes(const TensorEntry& entry, std::int64_t offset,
                         absl::Span<std::byte> to) const;

  // NOT_FOUND if there is none of that name, UNIMPLEMENTED for a type narrower than a byte; else
  // the errors of ReadBytes. Throws std::bad_alloc when memory is short.
  absl::StatusOr<Tensor> ReadTensor(absl::string_view name) const;

 private:
  SafetensorsFile(File file, SafetensorsHeader header, std::int64_t data_begin);

  absl::Status NoSuchTensor(absl::string_view name) const;

  File file_;
  SafetensorsHeader header_;
  std::int64_t data_begin_;
  std::vector<std::size_t> by_name_;  // indices of header_.tensors
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_FILE_H_
