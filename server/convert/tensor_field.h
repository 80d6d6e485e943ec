// Tensors of a message as views.
#ifndef HEADWISE_SERVER_CONVERT_TENSOR_FIELD_H_
#define HEADWISE_SERVER_CONVERT_TENSOR_FIELD_H_

#include <string>

#include "absl/status/statusor.h"
#include "engine/tensor/tensor_view.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// What a field's tensor may be.
struct TensorRule {
  std::string field;  // as errors name it
  int least_rank = 0;
  int most_rank = 0;
  std::string shape;     // the ranks as errors tell them, "2 dimensions [T,D] or 3 [B,T,D]"
  bool boolean = false;  // BOOL instead of F32, F16 or BF16
};

// INVALID_ARGUMENT naming the field for a wrong dtype, rank, dimension below 1, or number of
// bytes. Copies nothing: `proto` must outlive the view, unchanged. Pure; thread-safe.
absl::StatusOr<TensorView> TensorFromProto(const TensorRule& rule, const v1::Tensor& proto);

// The error for a tensor that is needed and absent.
absl::Status MissingTensor(const TensorRule& rule);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_TENSOR_FIELD_H_
