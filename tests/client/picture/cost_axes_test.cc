#include "client/picture/cost_axes.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;

constexpr Rect kPlot{100, 50, 400, 300};

CostPanel PanelOf(std::vector<double> values) {
  CostLine line{"line", kBlue, false, {}};
  for (double value : values) line.points.push_back({value, value, value});
  return {"title", {line}};
}

std::vector<std::string> TextsOf(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks) texts.push_back(tick.text);
  return texts;
}

TEST(CostAxesTest, DoublingsAreEquallyWide) {
  const CostAxes axes({1, 2, 4, 32}, PanelOf({1, 1, 1, 1}), kPlot);
  const double step = axes.X(1) - axes.X(0);
  EXPECT_NEAR(axes.X(2) - axes.X(1), step, 1e-9);
  EXPECT_NEAR(axes.X(3) - axes.X(2), 3 * step, 1e-9);
  EXPECT_GT(axes.X(0), kPlot.x);
  EXPECT_LT(axes.X(3), kPlot.right());
}

TEST(CostAxesTest, OneNumberStandsInTheMiddle) {
  EXPECT_EQ(CostAxes({12}, PanelOf({1}), kPlot).X(0), 300);
}

TEST(CostAxesTest, ValuesRiseFromZero) {
  const CostAxes axes({1, 2}, PanelOf({3, 10}), kPlot);
  EXPECT_EQ(axes.Y(0), kPlot.bottom() - 1);
  EXPECT_EQ(axes.Y(10), kPlot.y);
  EXPECT_THAT(TextsOf(axes.value_ticks()), ElementsAre("0", "2", "4", "6", "8", "10"));
}

TEST(CostAxesTest, TheSpreadFits) {
  CostPanel panel = PanelOf({1});
  panel.lines[0].points[0].high = 7;
  EXPECT_GE(CostAxes({1}, panel, kPlot).Y(7), kPlot.y);
}

TEST(CostAxesTest, LeavesOutNumbersThatWouldTouch) {
  const CostAxes some({1, 2, 3, 4, 8}, PanelOf({1, 1, 1, 1, 1}), kPlot);
  EXPECT_EQ(some.HeadTicks(2).size(), 5u);
  std::vector<std::int64_t> all(64);
  for (int i = 0; i < 64; ++i) all[i] = i + 1;
  const CostAxes many(all, PanelOf(std::vector<double>(64, 1.0)), kPlot);
  const auto texts = TextsOf(many.HeadTicks(2));
  EXPECT_LT(texts.size(), 64u);
  EXPECT_THAT(texts, ::testing::IsSupersetOf({"1", "2", "4", "8", "16", "32", "64"}));
}

}  // namespace
}  // namespace headwise
