// NumPy's .npy files.
#ifndef HEADWISE_CLIENT_COMMAND_NPY_H_
#define HEADWISE_CLIENT_COMMAND_NPY_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tensor/tensor.h"

namespace headwise {

// True if `bytes` start as a .npy file does.
bool IsNpy(absl::string_view bytes);

// The array of a whole .npy file (versions 1 to 3), in C order whatever the file's order is:
// <f4 as F32, <f2 as F16, <f8 rounded to F32. INVALID_ARGUMENT for anything else, for an array
// above three dimensions, for bytes that are missing or left over and for a finite number that
// F32 cannot hold; texts say what to do and do not name the file. Thread-safe.
absl::StatusOr<Tensor> TensorFromNpy(absl::string_view bytes);

// `tensor` if its dtype is F32, F16 or BF16, rounded to F32 if it is F64. INVALID_ARGUMENT for
// others and for a finite number that F32 cannot hold.
absl::StatusOr<Tensor> ToAttentionFloat(Tensor tensor);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_NPY_H_
