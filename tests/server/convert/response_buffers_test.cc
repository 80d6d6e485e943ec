#include "server/convert/response_buffers.h"

#include <cstdint>
#include <cstring>
#include <string>

#include "server/convert/attend_response.h"
#include "server/convert/response_size.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;

std::string Flatten(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(buffer.Dump(&slices).ok());
  std::string bytes;
  for (const grpc::Slice& slice : slices) bytes.append(slice.begin(), slice.end());
  return bytes;
}

v1::AttendRequest RequestOfEverything() {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->mutable_head_context()->set_all(true);
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->add_heads(2);
  request.mutable_outputs()->set_log_sum_exp(true);
  request.mutable_outputs()->set_timings(true);
  request.set_output_dtype(v1::DATA_TYPE_BF16);
  request.set_request_id("id-1");
  return request;
}

void Fill(const MutableTensorView& view, char value) {
  std::memset(view.data(), value, static_cast<std::size_t>(view.bytes()));
}

class ResponseBuffersTest : public ::testing::Test {
 protected:
  void Make(const v1::AttendRequest& request) {
    request_ = request;
    parsed_ = *Parse(request_);
    buffers_.emplace(parsed_.shapes, parsed_.request.output_dtype);
    const AttentionOutputs& outputs = buffers_->outputs();
    if (outputs.context.present()) Fill(outputs.context, 'c');
    if (outputs.head_context.present()) Fill(outputs.head_context, 'h');
    if (outputs.log_sum_exp.present()) Fill(outputs.log_sum_exp, 'l');
    if (outputs.probabilities.present()) Fill(outputs.probabilities, 'p');
  }
  v1::AttendResponse Decode() {
    AttendAnswer answer;
    answer.model = "demo";
    answer.request_id = request_.request_id();
    TaskTimings timings;
    timings.head_ns = {1, 2, 3, 4};
    v1::AttendResponse small = AttendToProto(answer, parsed_, timings);
    bytes_ = Flatten(buffers_->Encode(small, parsed_.without_batch));
    v1::AttendResponse response;
    EXPECT_TRUE(response.ParseFromString(bytes_));
    return response;
  }

  v1::AttendRequest request_;
  ParsedAttend parsed_;
  std::optional<ResponseBuffers> buffers_;
  std::string bytes_;
};

TEST_F(ResponseBuffersTest, TheGeneratedClassReadsEveryTensor) {
  Make(RequestOfEverything());
  const v1::AttendResponse response = Decode();
  EXPECT_EQ(response.context().data(), std::string(2 * 5 * 10 * 2, 'c'));
  EXPECT_THAT(response.context().shape(), ElementsAre(2, 5, 10));
  EXPECT_EQ(response.context().dtype(), v1::DATA_TYPE_BF16);
  EXPECT_EQ(response.head_context().tensor().data(), std::string(2 * 4 * 5 * 3 * 2, 'h'));
  EXPECT_THAT(response.head_context().tensor().shape(), ElementsAre(2, 4, 5, 3));
  EXPECT_EQ(response.log_sum_exp().data(), std::string(2 * 4 * 5 * 4, 'l'));
  EXPECT_EQ(response.log_sum_exp().dtype(), v1::DATA_TYPE_F32);
  EXPECT_EQ(response.probabilities().tensor().data(), std::string(2 * 1 * 5 * 5 * 2, 'p'));
}

TEST_F(ResponseBuffersTest, ListsAreNotDoubledByTheMerge) {
  Make(RequestOfEverything());
  const v1::AttendResponse response = Decode();
  EXPECT_THAT(response.head_context().heads(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(response.probabilities().heads(), ElementsAre(2));
  EXPECT_THAT(response.probabilities().rows(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(response.timings().head_ns(), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(response.request_id(), "id-1");
}

TEST_F(ResponseBuffersTest, TwoDimensionsInTwoOut) {
  v1::AttendRequest request = RequestOfEverything();
  SetInput(request, {5, 8});
  Make(request);
  const v1::AttendResponse response = Decode();
  EXPECT_THAT(response.context().shape(), ElementsAre(5, 10));
  EXPECT_THAT(response.head_context().tensor().shape(), ElementsAre(4, 5, 3));
  EXPECT_THAT(response.probabilities().tensor().shape(), ElementsAre(1, 5, 5));
}

TEST_F(ResponseBuffersTest, UnwantedOutputsAreAbsent) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->set_context(false);
  request.mutable_outputs()->set_log_sum_exp(true);
  Make(request);
  const v1::AttendResponse response = Decode();
  EXPECT_FALSE(response.has_context());
  EXPECT_FALSE(response.has_head_context());
  EXPECT_FALSE(response.has_probabilities());
  EXPECT_FALSE(response.has_timings());
  EXPECT_TRUE(response.has_log_sum_exp());
}

TEST_F(ResponseBuffersTest, MemoryIsAligned) {
  Make(RequestOfEverything());
  for (const MutableTensorView* view :
       {&buffers_->outputs().context, &buffers_->outputs().head_context,
        &buffers_->outputs().log_sum_exp, &buffers_->outputs().probabilities}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view->data()) % 64, 0u);
  }
}

TEST_F(ResponseBuffersTest, TheBytesSentAreTheBytesWritten) {
  Make(GoodRequest());
  v1::AttendResponse small;
  const grpc::ByteBuffer buffer = buffers_->Encode(small, false);
  std::vector<grpc::Slice> slices;
  ASSERT_TRUE(buffer.Dump(&slices).ok());
  EXPECT_EQ(static_cast<const void*>(slices.back().begin()),
            static_cast<const void*>(buffers_->outputs().context.data()));
}

TEST_F(ResponseBuffersTest, TheSliceKeepsTheMemory) {
  Make(GoodRequest());
  v1::AttendResponse small;
  const grpc::ByteBuffer buffer = buffers_->Encode(small, false);
  buffers_.reset();
  v1::AttendResponse response;
  ASSERT_TRUE(response.ParseFromString(Flatten(buffer)));
  EXPECT_EQ(response.context().data(), std::string(2 * 5 * 10 * 4, 'c'));
}

TEST_F(ResponseBuffersTest, TheBoundHolds) {
  for (const v1::AttendRequest& request : {GoodRequest(), RequestOfEverything()}) {
    Make(request);
    Decode();
    EXPECT_LE(static_cast<std::int64_t>(bytes_.size()), parsed_.response_bytes);
    EXPECT_LE(parsed_.response_bytes, static_cast<std::int64_t>(bytes_.size()) + 1500);
  }
}

// Lengths of 1, 2, 3 and 4 varint bytes.
TEST_F(ResponseBuffersTest, AnyPayloadLengthParses) {
  for (const std::int64_t tokens : {1, 3, 4, 409, 410, 4096}) {
    v1::AttendRequest request = GoodRequest();
    SetInput(request, {1, tokens, 8});
    Make(request);
    EXPECT_EQ(Decode().context().data().size(), static_cast<std::size_t>(tokens * 10 * 4));
  }
}

}  // namespace
}  // namespace headwise::testing
