#include "server/convert/attend_request.h"

#include <cstring>
#include <limits>

#include "server/admit/reject_reason.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

void SetValue(v1::AttendRequest& request, std::size_t index, float value) {
  std::memcpy(&(*request.mutable_input()->mutable_data())[index * 4], &value, 4);
}

TEST(AttendRequestTest, DefaultsAreThoseOfTheApi) {
  const v1::AttendRequest request = GoodRequest();
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.form, Form::kFused);
  EXPECT_FALSE(parsed->request.causal.has_value());
  EXPECT_TRUE(parsed->request.outputs.context);
  EXPECT_THAT(parsed->request.outputs.head_context_heads, IsEmpty());
  EXPECT_EQ(parsed->request.output_dtype, DType::kF32);
  EXPECT_EQ(parsed->shapes.context->ToString(), "[2,5,10]");
  EXPECT_FALSE(parsed->without_batch);
}

TEST(AttendRequestTest, ViewsPointIntoTheMessage) {
  const v1::AttendRequest request = GoodRequest();
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(static_cast<const void*>(parsed->request.input.data()), request.input().data().data());
}

TEST(AttendRequestTest, TwoDimensionsAreOneSequence) {
  v1::AttendRequest request = GoodRequest();
  SetInput(request, {7, 8});
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.input.shape().ToString(), "[1,7,8]");
  EXPECT_TRUE(parsed->without_batch);
}

TEST(AttendRequestTest, OptionsArrive) {
  v1::AttendRequest request = GoodRequest();
  request.set_form(v1::FORM_STACKED);
  request.set_causal(false);
  for (const float gate : {1.f, 0.f, 2.f, .5f}) request.add_gates(gate);
  request.add_lengths(5);
  request.add_lengths(0);
  request.set_output_dtype(v1::DATA_TYPE_BF16);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.form, Form::kStacked);
  EXPECT_EQ(parsed->request.causal, false);
  EXPECT_THAT(parsed->request.gates, ElementsAre(1, 0, 2, .5));
  EXPECT_THAT(parsed->request.lengths, ElementsAre(5, 0));
  EXPECT_EQ(parsed->request.output_dtype, DType::kBF16);
}

TEST(AttendRequestTest, TheOutputTypeFollowsTheInput) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_input()->set_dtype(v1::DATA_TYPE_F16);
  request.mutable_input()->mutable_data()->resize(2 * 5 * 8 * 2);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.output_dtype, DType::kF16);
}

TEST(AttendRequestTest, AllHeadsAreListed) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->mutable_head_context()->set_all(true);
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->add_heads(3);
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->add_heads(0);
  request.mutable_outputs()->mutable_probabilities()->add_rows(4);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(parsed->request.outputs.head_context_heads, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(parsed->request.outputs.probability_heads, ElementsAre(3, 0));
  EXPECT_EQ(parsed->shapes.probabilities->ToString(), "[2,2,1,5]");
}

TEST(AttendRequestTest, TimingsAloneAreAnAnswer) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->set_context(false);
  request.mutable_outputs()->set_timings(true);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_TRUE(parsed->timings);
  EXPECT_FALSE(parsed->shapes.context.has_value());
}

TEST(AttendRequestTest, TooManyTokensAreTooLarge) {
  v1::AttendRequest request = GoodRequest();
  const absl::Status status = Parse(request, {1 << 20, 9}).status();
  EXPECT_THAT(status,
              StatusIs(kInvalid, AllOf(HasSubstr("at most 9 tokens"), HasSubstr("got 10"))));
  EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
  EXPECT_THAT(Parse(request, {1 << 20, 10}), IsOk());
}

TEST(AttendRequestTest, TooLargeAResponseSaysWhatToAskInstead) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->set_all(true);
  const absl::Status status = Parse(request, {2000, 100}).status();
  EXPECT_THAT(status, StatusIs(kInvalid, AllOf(HasSubstr("at most 2000 bytes"),
                                               HasSubstr("probabilities 800"),
                                               HasSubstr("fewer of outputs.probabilities"))));
  EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
}

TEST(AttendRequestTest, AnyBytesButAMessageAreRefused) {
  v1::AttendRequest message;
  for (const char* bytes : {"\xff\xff\xff\xff", "\x1a\x7fxx", "\x0a\x02\xff\xfe", "garbage"}) {
    const grpc::Slice slice{std::string(bytes)};
    EXPECT_THAT(ParseAttendRequest(grpc::ByteBuffer(&slice, 1), message),
                StatusIs(kInvalid, HasSubstr("expected a headwise.v1.AttendRequest")))
        << bytes;
  }
}

// What gRPC hands over when the client cancelled, or its deadline passed, before the message came.
TEST(AttendRequestTest, NoMessageAtAllMeansThatTheClientHasGone) {
  v1::AttendRequest message;
  EXPECT_THAT(ParseAttendRequest(grpc::ByteBuffer(), message),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("before its message")));
}

TEST(AttendRequestTest, ParsesBytesInManySlices) {
  const std::string bytes = GoodRequest().SerializeAsString();
  std::vector<grpc::Slice> slices;
  for (const char c : bytes) slices.emplace_back(std::string(1, c));
  v1::AttendRequest message;
  ASSERT_THAT(ParseAttendRequest(grpc::ByteBuffer(slices.data(), slices.size()), message), IsOk());
  EXPECT_EQ(message.SerializeAsString(), bytes);
}

TEST(AttendRequestTest, NonFiniteInputIsNamedByIndex) {
  v1::AttendRequest request = GoodRequest();
  SetValue(request, (1 * 5 + 3) * 8 + 6, std::numeric_limits<float>::infinity());
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInput(parsed->request),
              StatusIs(kInvalid, AllOf(HasSubstr("input.data"), HasSubstr("[1,3,6]"))));
}

TEST(AttendRequestTest, RowsBeyondTheLengthAreNotChecked) {
  v1::AttendRequest request = GoodRequest();
  SetValue(request, 4 * 8, std::numeric_limits<float>::quiet_NaN());
  request.add_lengths(4);
  request.add_lengths(5);
  auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInput(parsed->request), IsOk());
  request.set_lengths(0, 5);
  parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInput(parsed->request), StatusIs(kInvalid, HasSubstr("[0,4,0]")));
}

}  // namespace
}  // namespace headwise::testing
