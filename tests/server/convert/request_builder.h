// Good requests for tests to spoil.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_
#define HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"
#include "engine/checkpoint/layer_spec.h"
#include "headwise/v1/attention.pb.h"
#include "server/convert/attend_request.h"

namespace headwise::testing {

inline constexpr AttendLimits kTestLimits{std::int64_t{1} << 20, 4096};

// D = 8, H = 4, hd = 3, Dout = 10.
inline LayerSpec TestSpec() {
  LayerSpec spec;
  spec.d_model = 8;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  spec.d_out = 10;
  spec.scale = 1;
  spec.output_projection = true;
  return spec;
}

inline void SetInput(v1::AttendRequest& request, const std::vector<std::int64_t>& shape) {
  std::int64_t elements = 1;
  request.mutable_input()->clear_shape();
  for (const std::int64_t dim : shape) {
    request.mutable_input()->add_shape(dim);
    elements *= dim;
  }
  request.mutable_input()->set_dtype(v1::DATA_TYPE_F32);
  request.mutable_input()->set_data(std::string(static_cast<std::size_t>(elements) * 4, '\0'));
}

// [2,5,8], F32.
inline v1::AttendRequest GoodRequest() {
  v1::AttendRequest request;
  request.set_model("demo");
  SetInput(request, {2, 5, 8});
  return request;
}

inline absl::StatusOr<ParsedAttend> Parse(const v1::AttendRequest& request,
                                          const AttendLimits& limits = kTestLimits) {
  const LayerSpec spec = TestSpec();
  return AttendFromProto(request, spec.heads, limits, [&spec](const AttentionRequest& checked) {
    return ValidateRequest(spec, checked);
  });
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_REQUEST_BUILDER_H_
