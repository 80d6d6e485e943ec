// What a tensor from a file is taken for.
#ifndef HEADWISE_CLIENT_COMMAND_TENSOR_KINDS_H_
#define HEADWISE_CLIENT_COMMAND_TENSOR_KINDS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/tensor/tensor.h"

namespace headwise {

// All of them: INVALID_ARGUMENT for dtypes that are not named; texts do not name the file.
// Thread-safe.

// `tensor` if its dtype is F32, F16 or BF16, rounded to F32 if it is F64. INVALID_ARGUMENT for a
// finite number that F32 cannot hold.
absl::StatusOr<Tensor> ToAttentionFloat(Tensor tensor);

// The elements of an F32, F16, BF16 or F64 tensor as an F32 tensor.
absl::StatusOr<Tensor> ToF32(Tensor tensor);

// `tensor` if its dtype is BOOL or U8 (any byte but 0 is true); else as ToAttentionFloat.
absl::StatusOr<Tensor> ToMaskValues(Tensor tensor);

// The elements of an I32, I64, U8 or U32 tensor.
absl::StatusOr<std::vector<std::int64_t>> ToIntegers(const Tensor& tensor);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_TENSOR_KINDS_H_
