// Responses from requests, without an engine.
#ifndef HEADWISE_TESTS_SERVER_CONVERT_RESPONSE_FIXTURE_H_
#define HEADWISE_TESTS_SERVER_CONVERT_RESPONSE_FIXTURE_H_

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "server/convert/attend_response.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

inline std::string Flatten(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(buffer.Dump(&slices).ok());
  std::string bytes;
  for (const grpc::Slice& slice : slices) bytes.append(slice.begin(), slice.end());
  return bytes;
}

inline v1::AttendRequest RequestOfEverything() {
  v1::AttendRequest request = GoodRequest();
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.mutable_head_context()->set_all(true);
  outputs.mutable_contributions()->add_heads(1);
  outputs.mutable_probabilities()->mutable_heads()->add_heads(2);
  outputs.mutable_scores()->mutable_heads()->add_heads(3);
  outputs.mutable_scores()->add_rows(4);
  outputs.mutable_scores()->add_rows(1);
  outputs.mutable_top_keys()->mutable_of()->mutable_heads()->add_heads(0);
  outputs.mutable_top_keys()->set_count(3);
  outputs.mutable_statistics()->mutable_heads()->add_heads(3);
  outputs.mutable_statistics()->mutable_heads()->add_heads(1);
  outputs.set_log_sum_exp(true);
  outputs.set_timings(true);
  request.set_output_dtype(v1::DATA_TYPE_BF16);
  request.set_request_id("id-1");
  return request;
}

// Every output and a byte to fill it with.
inline const struct {
  MutableTensorView AttentionOutputs::*output;
  char byte;
} kOutputs[] = {{&AttentionOutputs::context, 'c'},       {&AttentionOutputs::head_context, 'h'},
                {&AttentionOutputs::contributions, 'o'}, {&AttentionOutputs::log_sum_exp, 'l'},
                {&AttentionOutputs::probabilities, 'p'}, {&AttentionOutputs::scores, 's'},
                {&AttentionOutputs::top_keys, 'k'},      {&AttentionOutputs::top_weights, 'w'}};

// Encodes outputs filled with known bytes, and has the generated class read them.
class ResponseTest : public ::testing::Test {
 protected:
  void Make(const v1::AttendRequest& request, const LayerSpec& spec = TestSpec()) {
    request_ = request;
    parsed_ = *Parse(request_, kTestLimits, spec);
    buffers_.emplace(parsed_.layout, parsed_.shapes, parsed_.request.output_dtype);
    Fill();
  }
  void MakeCore(const v1::AttendCoreRequest& request) {
    core_ = request;
    parsed_ = ParseCore(core_)->attend;
    buffers_.emplace(parsed_.layout, parsed_.shapes, parsed_.request.output_dtype);
    Fill();
  }
  // Statistics count from 0.
  void Fill() {
    for (const auto& [output, byte] : kOutputs) {
      const MutableTensorView& view = buffers_->outputs().*output;
      if (view.present()) std::memset(view.data(), byte, static_cast<std::size_t>(view.bytes()));
    }
    const MutableTensorView& statistics = buffers_->outputs().statistics;
    if (!statistics.present()) return;
    for (int i = 0; i < statistics.shape().elements(); ++i) {
      statistics.AlignedFloats()[i] = static_cast<float>(i);
    }
  }
  v1::AttendResponse Decode() { return Decode<v1::AttendResponse>(EncodeAttend, "demo"); }
  v1::AttendCoreResponse DecodeCore() { return Decode<v1::AttendCoreResponse>(EncodeCore, ""); }
  template <typename Response>
  Response Decode(ResponseEncoder encode, const char* model) {
    AttendAnswer answer;
    answer.model = model;
    answer.request_id = "id-1";
    TaskTimings timings;
    timings.head_ns = {1, 2, 3, 4};
    bytes_ = Flatten(encode(answer, parsed_, timings, *buffers_));
    Response response;
    EXPECT_TRUE(response.ParseFromString(bytes_));
    return response;
  }

  v1::AttendRequest request_;
  v1::AttendCoreRequest core_;
  ParsedAttend parsed_;
  std::optional<ResponseBuffers> buffers_;
  std::string bytes_;
};

inline void ExpectTensor(const v1::Tensor& tensor, const std::vector<std::int64_t>& shape,
                         v1::DataType dtype, std::size_t bytes, char byte) {
  EXPECT_THAT(tensor.shape(), ::testing::ElementsAreArray(shape)) << byte;
  EXPECT_EQ(tensor.dtype(), dtype) << byte;
  EXPECT_EQ(tensor.data(), std::string(bytes, byte)) << byte;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_CONVERT_RESPONSE_FIXTURE_H_
