// Tensors from files that the command line names.
#ifndef HEADWISE_CLIENT_COMMAND_INPUT_H_
#define HEADWISE_CLIENT_COMMAND_INPUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tensor/tensor.h"

namespace headwise {

struct InputName {
  std::string path;
  std::string tensor;  // empty: the file's only one
};

// "x.safetensors:layer.0.input" is a path and a tensor. A colon in the name of a file that
// exists stays in the path.
InputName SplitInputName(const std::string& text);

// Loads FILE[:TENSOR], a safetensors file's tensor or a .npy file's array. `flag` starts the
// errors. NOT_FOUND for a missing file or tensor, listing the tensors that are there;
// INVALID_ARGUMENT for what cannot be read. Thread-safe, as all of these.
absl::StatusOr<Tensor> LoadTensor(absl::string_view flag, const std::string& text);

// The same as F32, F16 or BF16, as what a mask may hold, or as integers: tensor_kinds.h.
absl::StatusOr<Tensor> LoadInput(absl::string_view flag, const std::string& text);
absl::StatusOr<Tensor> LoadMaskValues(absl::string_view flag, const std::string& text);
absl::StatusOr<std::vector<std::int64_t>> LoadIntegers(absl::string_view flag,
                                                       const std::string& text);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_INPUT_H_
