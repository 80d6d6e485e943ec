// Writes tensors as a safetensors file.
#ifndef HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_WRITER_H_
#define HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_WRITER_H_

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/tensor/tensor_view.h"

namespace headwise {

// Borrows the bytes.
struct NamedTensor {
  std::string name;
  TensorView tensor;
};

// Writes a file that is either complete or not there: the bytes go to a new file beside `path`,
// which then takes its name and replaces a file that had it. The header is padded to 8 bytes and
// the tensors lie by descending element width, then name, so that all are aligned.
//
// INVALID_ARGUMENT, naming the tensor, for an absent tensor, a name that comes twice, is
// "__metadata__" or is not UTF-8; NOT_FOUND if the folder is missing; PERMISSION_DENIED,
// RESOURCE_EXHAUSTED (disk full) or INTERNAL if the system refuses. Nothing is left behind then.
// Thread-safe.
absl::Status WriteSafetensors(const std::string& path, absl::Span<const NamedTensor> tensors,
                              const std::map<std::string, std::string>& metadata = {});

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_SAFETENSORS_WRITER_H_
