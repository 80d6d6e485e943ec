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
// floats (<f4, <f2, <f8), integers (<i4, <i8, |u1) and Booleans (|b1). INVALID_ARGUMENT for
// anything else, for an array above four dimensions, and for bytes that are missing or left over;
// texts say what to do and do not name the file. Thread-safe.
absl::StatusOr<Tensor> TensorFromNpy(absl::string_view bytes);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_NPY_H_
