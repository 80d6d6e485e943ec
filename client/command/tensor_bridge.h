// Between the messages' tensors and the engine's.
#ifndef HEADWISE_CLIENT_COMMAND_TENSOR_BRIDGE_H_
#define HEADWISE_CLIENT_COMMAND_TENSOR_BRIDGE_H_

#include "absl/status/statusor.h"
#include "engine/tensor/tensor.h"
#include "engine/tensor/tensor_view.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// A copy. `tensor` must be F32, F16, BF16, BOOL, U8 (which becomes BOOL) or I32. Thread-safe, as
// all of this file.
v1::Tensor MessageOf(const Tensor& tensor);

// Borrows the message's bytes. INVALID_ARGUMENT for an unknown dtype or bytes that do not fill
// the shape.
absl::StatusOr<TensorView> ViewOf(const v1::Tensor& tensor);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_TENSOR_BRIDGE_H_
