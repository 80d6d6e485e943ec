// Numbers into and out of the messages' tensors.
#ifndef HEADWISE_CLIENT_LIBRARY_TENSOR_H_
#define HEADWISE_CLIENT_LIBRARY_TENSOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

// An F32 tensor that holds a copy of `values`, row-major. INVALID_ARGUMENT unless the values
// fill the shape exactly. Thread-safe, as all of this file.
absl::StatusOr<v1::Tensor> MakeTensor(absl::Span<const std::int64_t> shape,
                                      absl::Span<const float> values);

// A BOOL tensor, for masks: 0 is false, any other value true. Errors as MakeTensor.
absl::StatusOr<v1::Tensor> MakeBoolTensor(absl::Span<const std::int64_t> shape,
                                          absl::Span<const std::uint8_t> values);

// The elements as floats; F16 and BF16 are widened exactly. INVALID_ARGUMENT for any other
// dtype, a negative dimension, or if the bytes do not fill the shape exactly.
absl::StatusOr<std::vector<float>> FloatsOf(const v1::Tensor& tensor);

// The elements of an I32 tensor, such as top keys. Errors as FloatsOf.
absl::StatusOr<std::vector<std::int32_t>> IntegersOf(const v1::Tensor& tensor);

// Bytes of one element; 0 for a dtype that is unknown.
std::int64_t ElementBytes(v1::DataType dtype);

// Product of the dimensions. INVALID_ARGUMENT for a negative dimension or an overflow.
absl::StatusOr<std::int64_t> ElementCount(absl::Span<const std::int64_t> shape);

// "[2,17,24]"
std::string ShapeText(absl::Span<const std::int64_t> shape);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_LIBRARY_TENSOR_H_
