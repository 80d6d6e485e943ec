// Good requests for tests to spoil.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_
#define HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/attend_request.h"
#include "server/convert/core_request.h"
#include "tests/server/convert/test_specs.h"

namespace headwise::testing {

inline constexpr AttendLimits kTestLimits{std::int64_t{1} << 20, 4096};

// Zeros.
inline void SetTensor(v1::Tensor& tensor, const std::vector<std::int64_t>& shape,
                      v1::DataType dtype = v1::DATA_TYPE_F32) {
  std::int64_t bytes = dtype == v1::DATA_TYPE_F32 ? 4 : dtype == v1::DATA_TYPE_BOOL ? 1 : 2;
  tensor.clear_shape();
  for (const std::int64_t dim : shape) {
    tensor.add_shape(dim);
    bytes *= dim;
  }
  tensor.set_dtype(dtype);
  tensor.set_data(std::string(static_cast<std::size_t>(bytes), '\0'));
}

// Element `index` of an F32 tensor.
inline void SetValue(v1::Tensor& tensor, std::size_t index, float value) {
  std::memcpy(&(*tensor.mutable_data())[index * sizeof value], &value, sizeof value);
}

inline void SetInput(v1::AttendRequest& request, const std::vector<std::int64_t>& shape) {
  SetTensor(*request.mutable_input(), shape);
}

// [2,5,8], F32.
inline v1::AttendRequest GoodRequest() {
  v1::AttendRequest request;
  request.set_model("demo");
  SetInput(request, {2, 5, 8});
  return request;
}

// [2,5,8] looking at [2,3,6] and [2,3,7], for CrossSpec.
inline v1::AttendRequest GoodCross() {
  v1::AttendRequest request = GoodRequest();
  SetTensor(*request.mutable_key_input(), {2, 3, 6});
  SetTensor(*request.mutable_value_input(), {2, 3, 7});
  return request;
}

// B = 2, H = 4, KV = 2, T = 5, Tk = 3, hd = 6, hv = 7.
inline v1::AttendCoreRequest GoodCore() {
  v1::AttendCoreRequest request;
  SetTensor(*request.mutable_queries(), {2, 4, 5, 6});
  SetTensor(*request.mutable_keys(), {2, 2, 3, 6});
  SetTensor(*request.mutable_values(), {2, 2, 3, 7});
  return request;
}

// A mask of zeros.
template <typename Request>
v1::Mask& AddMask(Request& request, v1::MaskMeaning meaning, const std::vector<std::int64_t>& shape,
                  v1::DataType dtype) {
  v1::Mask& mask = *request.add_masks();
  mask.set_meaning(meaning);
  SetTensor(*mask.mutable_values(), shape, dtype);
  return mask;
}

inline absl::StatusOr<ParsedAttend> Parse(const v1::AttendRequest& request,
                                          const AttendLimits& limits = kTestLimits,
                                          const LayerSpec& spec = TestSpec()) {
  return AttendFromProto(request, spec, limits, [&spec](const AttentionRequest& checked) {
    return ValidateRequest(spec, checked);
  });
}

inline absl::StatusOr<ParsedCore> ParseCore(const v1::AttendCoreRequest& request,
                                            const AttendLimits& limits = kTestLimits) {
  return CoreFromProto(request, limits);
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_
