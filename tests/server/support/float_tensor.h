// Tensors of messages, from numbers and back.
#ifndef HEADWISE_TESTS_SERVER_SUPPORT_FLOAT_TENSOR_H_
#define HEADWISE_TESTS_SERVER_SUPPORT_FLOAT_TENSOR_H_

#include <cstdint>
#include <cstring>
#include <vector>

#include "headwise/v1/tensor.pb.h"

namespace headwise::testing {

inline v1::Tensor FloatTensor(const std::vector<std::int64_t>& shape,
                              const std::vector<float>& values) {
  v1::Tensor tensor;
  tensor.set_dtype(v1::DATA_TYPE_F32);
  for (const std::int64_t dim : shape) tensor.add_shape(dim);
  tensor.set_data(values.data(), values.size() * sizeof(float));
  return tensor;
}

template <typename Value>
std::vector<Value> ValuesOf(const v1::Tensor& tensor) {
  std::vector<Value> values(tensor.data().size() / sizeof(Value));
  std::memcpy(values.data(), tensor.data().data(), values.size() * sizeof(Value));
  return values;
}

// The elements of an F32 and of an I32 tensor.
inline std::vector<float> Floats(const v1::Tensor& tensor) { return ValuesOf<float>(tensor); }
inline std::vector<std::int32_t> Integers(const v1::Tensor& tensor) {
  return ValuesOf<std::int32_t>(tensor);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_SUPPORT_FLOAT_TENSOR_H_
