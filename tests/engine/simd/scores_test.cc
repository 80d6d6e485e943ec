#include "engine/simd/scores.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// Every range of a row that is longer than the widest vector, so that tails of all lengths occur.
class ScoresTest : public ::testing::Test {
 protected:
  static constexpr std::int32_t kWidth = 37;

  // Runs `change` on each range of a fresh row and checks every column against `want`.
  template <typename Change, typename Want>
  void ForEachRange(Change change, Want want) {
    for (std::int32_t begin = 0; begin <= kWidth; ++begin) {
      for (std::int32_t end = begin; end <= kWidth; ++end) {
        std::vector<float> row(kWidth);
        for (std::int32_t i = 0; i < kWidth; ++i) row[i] = Score(i);
        change(row.data(), ColumnRange{begin, end});
        for (std::int32_t i = 0; i < kWidth; ++i) {
          const double expected = i >= begin && i < end ? want(i) : Score(i);
          if (expected == kHidden) {
            ASSERT_EQ(row[i], kHidden) << i << " of " << begin << ".." << end;
          } else {
            ASSERT_NEAR(row[i], expected, 2e-6 * (1 + std::fabs(expected)))
                << i << " of " << begin << ".." << end;
          }
        }
      }
    }
  }

  static float Score(std::int32_t i) { return 0.3f * static_cast<float>(i) - 5; }
};

TEST_F(ScoresTest, ScalesAndAddsTheSlopeOfTheDistance) {
  ForEachRange(
      [](float* row, ColumnRange visible) { ScaleAndSlope(row, visible, 0.5f, 0.25f, -20); },
      [](std::int32_t i) { return 0.5 * Score(i) + 0.25 * (i - 20); });
}

TEST_F(ScoresTest, SoftcapBendsTowardsTheCap) {
  ForEachRange([](float* row, ColumnRange visible) { Softcap(row, visible, 3); },
               [](std::int32_t i) { return 3 * std::tanh(Score(i) / 3.0); });
}

TEST_F(ScoresTest, AddedMinusInfinityHides) {
  std::vector<float> added(kWidth);
  for (std::int32_t i = 0; i < kWidth; ++i) added[i] = i % 5 == 0 ? kHidden : 0.5f * i;
  ForEachRange([&](float* row, ColumnRange visible) { AddToScores(row, visible, added.data()); },
               [](std::int32_t i) { return i % 5 == 0 ? double{kHidden} : Score(i) + 0.5 * i; });
}

// Two masks whose values are the lowest floats.
TEST_F(ScoresTest, FiniteSumsStayFinite) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  float row[] = {-kLargest, kLargest, kHidden, -kHidden, -kLargest, kNaN};
  const float added[] = {-kLargest, kLargest, -kLargest, kLargest, kLargest, -kLargest};
  AddToScores(row, {0, 6}, added);
  EXPECT_EQ(row[0], -kLargest);
  EXPECT_EQ(row[1], kLargest);
  EXPECT_EQ(row[2], kHidden);
  EXPECT_EQ(row[3], -kHidden);
  EXPECT_EQ(row[4], 0);
  EXPECT_TRUE(std::isnan(row[5]));
}

TEST_F(ScoresTest, HidesWhereTheMaskSaysSo) {
  std::vector<std::uint8_t> mask(kWidth);
  for (std::int32_t i = 0; i < kWidth; ++i) mask[i] = i % 3 == 0 ? 0 : static_cast<std::uint8_t>(i);
  for (bool hidden_value : {true, false}) {
    ForEachRange([&](float* row,
                     ColumnRange visible) { HideScores(row, visible, mask.data(), hidden_value); },
                 [&](std::int32_t i) {
                   return (i % 3 != 0) == hidden_value ? double{kHidden} : double{Score(i)};
                 });
  }
}

TEST_F(ScoresTest, HidingCoversNaN) {
  float row[] = {kNaN, kNaN, 1};
  const std::uint8_t mask[] = {1, 0, 0};
  HideScores(row, {0, 1}, mask, true);
  EXPECT_EQ(row[0], kHidden);
  const float added[] = {0, kHidden, 0};
  AddToScores(row, {1, 3}, added);
  EXPECT_EQ(row[1], kHidden);
  EXPECT_EQ(row[2], 1);
}

}  // namespace
}  // namespace headwise
