#include "server/convert/response_buffers.h"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/server/convert/response_fixture.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;

using ResponseBuffersTest = ResponseTest;

TEST_F(ResponseBuffersTest, TheGeneratedClassReadsEveryTensor) {
  Make(RequestOfEverything());
  const v1::AttendResponse r = Decode();
  constexpr v1::DataType kBf16 = v1::DATA_TYPE_BF16;
  ExpectTensor(r.context(), {2, 5, 10}, kBf16, 2 * 5 * 10 * 2, 'c');
  ExpectTensor(r.head_context().tensor(), {2, 4, 5, 3}, kBf16, 2 * 4 * 5 * 3 * 2, 'h');
  ExpectTensor(r.contributions().tensor(), {2, 1, 5, 10}, kBf16, 2 * 5 * 10 * 2, 'o');
  ExpectTensor(r.log_sum_exp(), {2, 4, 5}, v1::DATA_TYPE_F32, 2 * 4 * 5 * 4, 'l');
  ExpectTensor(r.probabilities().tensor(), {2, 1, 5, 5}, kBf16, 2 * 5 * 5 * 2, 'p');
  ExpectTensor(r.scores().tensor(), {2, 1, 2, 5}, v1::DATA_TYPE_F32, 2 * 2 * 5 * 4, 's');
  ExpectTensor(r.top_keys().keys(), {2, 1, 5, 3}, v1::DATA_TYPE_I32, 2 * 5 * 3 * 4, 'k');
  ExpectTensor(r.top_keys().weights(), {2, 1, 5, 3}, v1::DATA_TYPE_F32, 2 * 5 * 3 * 4, 'w');
}

TEST_F(ResponseBuffersTest, ListsAreNotDoubledByTheMerge) {
  Make(RequestOfEverything());
  const v1::AttendResponse response = Decode();
  EXPECT_THAT(response.head_context().heads(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(response.contributions().heads(), ElementsAre(1));
  EXPECT_THAT(response.probabilities().heads(), ElementsAre(2));
  EXPECT_THAT(response.probabilities().rows(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(response.scores().rows(), ElementsAre(4, 1));
  EXPECT_THAT(response.top_keys().heads(), ElementsAre(0));
  EXPECT_THAT(response.top_keys().rows(), ElementsAre(0, 1, 2, 3, 4));
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
  EXPECT_THAT(response.contributions().tensor().shape(), ElementsAre(1, 5, 10));
  EXPECT_THAT(response.probabilities().tensor().shape(), ElementsAre(1, 5, 5));
  EXPECT_THAT(response.scores().tensor().shape(), ElementsAre(1, 2, 5));
  EXPECT_THAT(response.top_keys().keys().shape(), ElementsAre(1, 5, 3));
}

TEST_F(ResponseBuffersTest, UnwantedOutputsAreAbsent) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->set_context(false);
  request.mutable_outputs()->set_log_sum_exp(true);
  Make(request);
  const v1::AttendResponse response = Decode();
  EXPECT_FALSE(response.has_context());
  EXPECT_FALSE(response.has_head_context());
  EXPECT_FALSE(response.has_contributions());
  EXPECT_FALSE(response.has_probabilities());
  EXPECT_FALSE(response.has_scores());
  EXPECT_FALSE(response.has_top_keys());
  EXPECT_EQ(response.statistics_size(), 0);
  EXPECT_FALSE(response.has_timings());
  EXPECT_TRUE(response.has_log_sum_exp());
}

TEST_F(ResponseBuffersTest, MemoryIsAligned) {
  Make(RequestOfEverything());
  for (const auto& [output, byte] : kOutputs) {
    const MutableTensorView& view = buffers_->outputs().*output;
    ASSERT_TRUE(view.present()) << byte;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.data()) % 64, 0u) << byte;
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
    EXPECT_LE(parsed_.response_bytes, static_cast<std::int64_t>(bytes_.size()) + 2000);
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
