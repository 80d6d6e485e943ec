#include "server/convert/core_request.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "server/admit/reject_reason.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(CoreRequestTest, SizesComeFromTheTensors) {
  const v1::AttendCoreRequest request = GoodCore();
  const auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->spec.heads, 4);
  EXPECT_EQ(parsed->spec.kv_heads, 2);
  EXPECT_EQ(parsed->spec.head_dim, 6);
  EXPECT_EQ(parsed->spec.value_head_dim(), 7);
  EXPECT_NEAR(parsed->spec.scale, 1 / std::sqrt(6.0), 1e-9);
  EXPECT_FALSE(parsed->spec.causal || parsed->spec.sinks || parsed->spec.input_projection);
  EXPECT_EQ(parsed->attend.shapes.head_context->ToString(), "[2,4,5,7]");
  EXPECT_EQ(parsed->attend.shapes.log_sum_exp->ToString(), "[2,4,5]");
  EXPECT_FALSE(parsed->attend.shapes.context.has_value());
  EXPECT_EQ(static_cast<const void*>(parsed->attend.request.key_input.data()),
            request.keys().data().data());
}

TEST(CoreRequestTest, OptionsArrive) {
  v1::AttendCoreRequest request = GoodCore();
  request.set_causal(true);
  request.set_scale(.25);
  request.set_window(2);
  request.set_softcap(30);
  for (const float slope : {.5f, .25f, 0.f, -1.f}) request.add_alibi_slopes(slope);
  for (const float sink : {0.f, 1.f, 2.f, 3.f}) request.add_sinks(sink);
  request.add_key_lengths(3);
  request.add_key_lengths(1);
  AddMask(request, v1::MASK_MEANING_ATTEND_WHERE_TRUE, {1, 1, 5, 3}, v1::DATA_TYPE_BOOL);
  request.set_output_dtype(v1::DATA_TYPE_F16);
  const auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_TRUE(parsed->spec.causal && parsed->spec.sinks);
  EXPECT_EQ(parsed->spec.scale, .25);
  EXPECT_EQ(parsed->spec.window, 2);
  EXPECT_EQ(parsed->spec.softcap, 30);
  EXPECT_THAT(parsed->spec.alibi_slopes, ElementsAre(.5, .25, 0, -1));
  EXPECT_THAT(parsed->weights.sinks, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(parsed->attend.request.key_lengths, ElementsAre(3, 1));
  EXPECT_EQ(parsed->attend.request.masks.size(), 1u);
  EXPECT_EQ(parsed->attend.request.output_dtype, DType::kF16);
}

TEST(CoreRequestTest, TheContextIsEveryHeadsAndCanBeLeftOut) {
  v1::AttendCoreRequest request = GoodCore();
  auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(parsed->attend.request.outputs.head_context_heads, ElementsAre(0, 1, 2, 3));
  request.mutable_outputs()->set_context(false);
  parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(parsed->attend.request.outputs.head_context_heads, IsEmpty());
  EXPECT_TRUE(parsed->attend.request.outputs.log_sum_exp);
}

TEST(CoreRequestTest, AWindowThatNoNumberReachesHidesNothing) {
  v1::AttendCoreRequest request = GoodCore();
  request.set_window(std::numeric_limits<std::int64_t>::max());
  const auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_EQ(parsed->spec.window, 8);  // as wide as queries and keys together
}

TEST(CoreRequestTest, QueriesAndKeysAreBothCounted) {
  EXPECT_THAT(ParseCore(GoodCore(), {1 << 20, 10}), IsOk());
  EXPECT_THAT(ParseCore(GoodCore(), {1 << 20, 9}),
              StatusIs(kInvalid, HasSubstr("queries.shape: expected at most 9 tokens (B*T), got "
                                           "10")));
  v1::AttendCoreRequest request = GoodCore();
  SetTensor(*request.mutable_keys(), {2, 2, 7, 6});
  SetTensor(*request.mutable_values(), {2, 2, 7, 7});
  const absl::Status status = ParseCore(request, {1 << 20, 12}).status();
  EXPECT_THAT(status, StatusIs(kInvalid, HasSubstr("keys.shape: expected at most 12 tokens (B*Tk), "
                                                   "got 14")));
  EXPECT_EQ(ReasonOf(status), RejectReason::kTooLarge);
}

}  // namespace
}  // namespace headwise::testing
