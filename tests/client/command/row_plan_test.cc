#include "client/command/row_plan.h"

#include <cstdint>

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kSlack = 64 << 10;

TEST(SplitRowsTest, TakesAllRowsThatFit) {
  EXPECT_THAT(*SplitRows({0, 1, 2, 3}, 10, kSlack + 40), ElementsAre(ElementsAre(0, 1, 2, 3)));
}

TEST(SplitRowsTest, FillsAnswers) {
  EXPECT_THAT(*SplitRows({5, 1, 8, 2, 0}, 10, kSlack + 20),
              ElementsAre(ElementsAre(5, 1), ElementsAre(8, 2), ElementsAre(0)));
}

TEST(SplitRowsTest, RefusesWhenNotOneRowFits) {
  EXPECT_THAT(SplitRows({0}, 10, kSlack + 9),
              StatusIs(absl::StatusCode::kOutOfRange,
                       HasSubstr("one query row of all sequences has 10 bytes")));
}

}  // namespace
}  // namespace headwise
