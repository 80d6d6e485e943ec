#include "server/convert/attend_request.h"

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

TEST(AttendRequestTest, DefaultsAreThoseOfTheApi) {
  const v1::AttendRequest request = GoodRequest();
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.form, Form::kFused);
  EXPECT_FALSE(parsed->request.causal.has_value());
  EXPECT_TRUE(parsed->request.relative_bias);
  EXPECT_FALSE(parsed->request.has_key_input());
  EXPECT_THAT(parsed->request.masks, IsEmpty());
  EXPECT_THAT(parsed->request.positions, IsEmpty());
  EXPECT_TRUE(parsed->request.outputs.context);
  EXPECT_EQ(parsed->request.output_dtype, DType::kF32);
  EXPECT_EQ(parsed->shapes.context->ToString(), "[2,5,10]");
  EXPECT_FALSE(parsed->without_batch);
  EXPECT_EQ(parsed->rope_length, 0);
}

TEST(AttendRequestTest, ViewsPointIntoTheMessage) {
  const v1::AttendRequest request = GoodCross();
  const auto parsed = Parse(request, kTestLimits, CrossSpec());
  ASSERT_THAT(parsed, IsOk());
  const AttentionRequest& got = parsed->request;
  EXPECT_EQ(static_cast<const void*>(got.input.data()), request.input().data().data());
  EXPECT_EQ(static_cast<const void*>(got.key_input.data()), request.key_input().data().data());
  EXPECT_EQ(static_cast<const void*>(got.value_input.data()), request.value_input().data().data());
}

TEST(AttendRequestTest, TwoDimensionsAreOneSequence) {
  v1::AttendRequest request = GoodRequest();
  SetInput(request, {7, 8});
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.input.shape().ToString(), "[1,7,8]");
  EXPECT_TRUE(parsed->without_batch);
}

TEST(AttendRequestTest, TwoDimensionsOfKeysToo) {
  v1::AttendRequest request;
  SetInput(request, {7, 8});
  SetTensor(*request.mutable_key_input(), {3, 6});
  SetTensor(*request.mutable_value_input(), {3, 7}, v1::DATA_TYPE_F16);
  const auto parsed = Parse(request, kTestLimits, CrossSpec());
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.key_input.shape().ToString(), "[1,3,6]");
  EXPECT_EQ(parsed->request.value_input.shape().ToString(), "[1,3,7]");
  EXPECT_EQ(parsed->request.value_input.dtype(), DType::kF16);
  EXPECT_EQ(parsed->request.keys(), 3);
}

TEST(AttendRequestTest, OptionsArrive) {
  v1::AttendRequest request = GoodRequest();
  request.set_form(v1::FORM_STACKED);
  request.set_causal(false);
  for (const float gate : {1.f, 0.f, 2.f, .5f}) request.add_gates(gate);
  request.add_lengths(5);
  request.add_lengths(0);
  request.set_output_dtype(v1::DATA_TYPE_BF16);
  request.set_relative_bias(false);
  AddMask(request, v1::MASK_MEANING_ADDED_TO_SCORES, {1, 1, 5, 5}, v1::DATA_TYPE_F32);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.form, Form::kStacked);
  EXPECT_EQ(parsed->request.causal, false);
  EXPECT_THAT(parsed->request.gates, ElementsAre(1, 0, 2, .5));
  EXPECT_THAT(parsed->request.lengths, ElementsAre(5, 0));
  EXPECT_EQ(parsed->request.output_dtype, DType::kBF16);
  EXPECT_FALSE(parsed->request.relative_bias);
  EXPECT_EQ(parsed->request.masks.size(), 1u);
}

TEST(AttendRequestTest, PositionsAndTheRotaryLength) {
  v1::AttendRequest request = GoodRequest();
  for (int i = 0; i < 10; ++i) request.add_positions(100 - i);
  const auto parsed = Parse(request, kTestLimits, RotarySpec());
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(parsed->request.positions, ElementsAre(100, 99, 98, 97, 96, 95, 94, 93, 92, 91));
  EXPECT_EQ(parsed->rope_length, 5);
}

TEST(AttendRequestTest, KeyLengthsArrive) {
  v1::AttendRequest request = GoodCross();
  request.add_key_lengths(0);
  request.add_key_lengths(3);
  const auto parsed = Parse(request, kTestLimits, CrossSpec());
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(parsed->request.key_lengths, ElementsAre(0, 3));
}

TEST(AttendRequestTest, TheOutputTypeFollowsTheInput) {
  v1::AttendRequest request = GoodRequest();
  SetTensor(*request.mutable_input(), {2, 5, 8}, v1::DATA_TYPE_F16);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->request.output_dtype, DType::kF16);
}

TEST(AttendRequestTest, EveryOutputHasItsShape) {
  v1::AttendRequest request = GoodCross();
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.mutable_head_context()->set_all(true);
  outputs.mutable_contributions()->add_heads(1);
  outputs.mutable_probabilities()->mutable_heads()->add_heads(3);
  outputs.mutable_probabilities()->add_rows(4);
  outputs.mutable_scores()->mutable_heads()->set_all(true);
  outputs.mutable_top_keys()->mutable_of()->mutable_heads()->set_all(true);
  outputs.mutable_top_keys()->set_count(2);
  outputs.mutable_statistics()->mutable_heads()->add_heads(2);
  const auto parsed = Parse(request, kTestLimits, CrossSpec());
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->shapes.head_context->ToString(), "[2,4,5,3]");
  EXPECT_EQ(parsed->shapes.contributions->ToString(), "[2,1,5,10]");
  EXPECT_EQ(parsed->shapes.probabilities->ToString(), "[2,1,1,3]");
  EXPECT_EQ(parsed->shapes.scores->ToString(), "[2,4,5,3]");
  EXPECT_EQ(parsed->shapes.top_keys->ToString(), "[2,4,5,2]");
  EXPECT_EQ(parsed->shapes.top_weights->ToString(), "[2,4,5,2]");
  EXPECT_EQ(parsed->shapes.statistics->ToString(), "[2,1,6]");
}

TEST(AttendRequestTest, AnyOutputAloneIsAnAnswer) {
  v1::AttendRequest request = GoodRequest();
  request.mutable_outputs()->set_context(false);
  request.mutable_outputs()->set_timings(true);
  auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_TRUE(parsed->timings);
  EXPECT_FALSE(parsed->shapes.context.has_value());
  request.mutable_outputs()->set_timings(false);
  request.mutable_outputs()->mutable_statistics()->mutable_heads()->set_all(true);
  EXPECT_THAT(Parse(request), IsOk());
}

TEST(AttendRequestTest, TooManyTokensAreTooLarge) {
  v1::AttendRequest request = GoodRequest();
  const absl::Status status = Parse(request, {1 << 20, 9}).status();
  EXPECT_THAT(status,
              StatusIs(kInvalid, AllOf(HasSubstr("at most 9 tokens"), HasSubstr("got 10"))));
  EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
  EXPECT_THAT(Parse(request, {1 << 20, 10}), IsOk());
}

TEST(AttendRequestTest, KeysAreTokensToo) {
  v1::AttendRequest request = GoodCross();
  SetTensor(*request.mutable_key_input(), {2, 6, 6});
  SetTensor(*request.mutable_value_input(), {2, 6, 7});
  EXPECT_THAT(Parse(request, {1 << 20, 12}, CrossSpec()), IsOk());
  const absl::Status status = Parse(request, {1 << 20, 11}, CrossSpec()).status();
  EXPECT_THAT(status, StatusIs(kInvalid, HasSubstr("key_input.shape: expected at most 11 tokens "
                                                   "(B*Tk), got 12")));
  EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
}

}  // namespace
}  // namespace headwise::testing
