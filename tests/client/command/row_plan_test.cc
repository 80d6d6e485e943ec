#include "client/command/row_plan.h"

#include <cstdint>

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kSlack = 64 << 10;

TEST(SampleRowsTest, TakesAllRowsThatFit) {
  const auto plan = *SampleRows(4, 10, kSlack + 40);
  EXPECT_FALSE(plan.sampled);
  EXPECT_EQ(plan.rows, 4);
  EXPECT_THAT(plan.requests, ElementsAre(ElementsAre(0, 1, 2, 3)));
}

TEST(SampleRowsTest, SpreadsFewerRowsEvenly) {
  const auto plan = *SampleRows(9, 10, kSlack + 39);
  EXPECT_TRUE(plan.sampled);
  EXPECT_EQ(plan.rows, 3);
  EXPECT_THAT(plan.requests, ElementsAre(ElementsAre(1, 4, 7)));
}

TEST(SampleRowsTest, RefusesWhenNotOneRowFits) {
  EXPECT_THAT(SampleRows(9, 10, kSlack + 9),
              StatusIs(absl::StatusCode::kOutOfRange,
                       HasSubstr("one query row of all heads and sequences has 10 bytes")));
}

TEST(SplitRowsTest, FillsAnswers) {
  const auto plan = *SplitRows({5, 1, 8, 2, 0}, 10, kSlack + 20);
  EXPECT_FALSE(plan.sampled);
  EXPECT_EQ(plan.rows, 5);
  EXPECT_THAT(plan.requests, ElementsAre(ElementsAre(5, 1), ElementsAre(8, 2), ElementsAre(0)));
}

}  // namespace
}  // namespace headwise
