#include "server/convert/selections.h"

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(SelectionsTest, NothingSaidIsTheContextAlone) {
  const auto outputs = SelectionsFromProto({}, 4);
  ASSERT_THAT(outputs, IsOk());
  EXPECT_TRUE(outputs->context);
  EXPECT_FALSE(outputs->log_sum_exp);
  EXPECT_THAT(outputs->head_context_heads, IsEmpty());
  EXPECT_THAT(outputs->contribution_heads, IsEmpty());
  EXPECT_FALSE(outputs->probabilities.wanted() || outputs->scores.wanted());
  EXPECT_FALSE(outputs->top_keys.wanted() || outputs->statistics.wanted());
}

TEST(SelectionsTest, EverySelectionArrivesInItsOrder) {
  v1::OutputSelection proto;
  proto.set_context(false);
  proto.set_log_sum_exp(true);
  proto.mutable_head_context()->add_heads(2);
  proto.mutable_contributions()->set_all(true);
  proto.mutable_scores()->mutable_heads()->add_heads(3);
  proto.mutable_scores()->mutable_heads()->add_heads(1);
  proto.mutable_scores()->add_rows(9);
  proto.mutable_scores()->add_rows(4);
  proto.mutable_top_keys()->mutable_of()->mutable_heads()->set_all(true);
  proto.mutable_top_keys()->set_count(5);
  proto.mutable_statistics()->mutable_heads()->add_heads(0);
  const auto outputs = SelectionsFromProto(proto, 3);
  ASSERT_THAT(outputs, IsOk());
  EXPECT_FALSE(outputs->context);
  EXPECT_TRUE(outputs->log_sum_exp);
  EXPECT_THAT(outputs->head_context_heads, ElementsAre(2));
  EXPECT_THAT(outputs->contribution_heads, ElementsAre(0, 1, 2));
  EXPECT_THAT(outputs->scores.heads, ElementsAre(3, 1));
  EXPECT_THAT(outputs->scores.rows, ElementsAre(9, 4));
  EXPECT_THAT(outputs->top_keys.heads, ElementsAre(0, 1, 2));
  EXPECT_EQ(outputs->top_count, 5);
  EXPECT_THAT(outputs->statistics.heads, ElementsAre(0));
  EXPECT_THAT(outputs->statistics.rows, IsEmpty());
}

TEST(SelectionsTest, HeadsAreNeverGuessed) {
  v1::OutputSelection proto;
  proto.mutable_top_keys()->set_count(5);
  EXPECT_THAT(SelectionsFromProto(proto, 3),
              StatusIs(kInvalid,
                       "outputs.top_keys.of.heads: expected all or at least one of heads, "
                       "got neither"));
}

}  // namespace
}  // namespace headwise::testing
