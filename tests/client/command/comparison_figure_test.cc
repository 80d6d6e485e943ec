#include "client/command/comparison_figure.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;

ComparedLayer Layer(std::int64_t heads, double separate_ns, double fused_ns) {
  ComparedLayer layer;
  layer.spec.heads = heads;
  layer.spec.kv_heads = heads;
  layer.spec.d_model = 8;
  layer.spec.d_out = 8;
  layer.spec.head_dim = 8 / heads;
  layer.separate.total_ns = separate_ns;
  layer.separate.low_ns = separate_ns / 2;
  layer.separate.high_ns = separate_ns * 2;
  layer.fused.total_ns = fused_ns;
  layer.visible_pairs = 1000;
  return layer;
}

Comparison Measured() {
  Comparison comparison;
  comparison.where = "this machine, 2 threads";
  comparison.tokens = 40;
  comparison.rows = {40, 40};
  comparison.runs = 9;
  comparison.layers = {Layer(4, 4e6, 2e6), Layer(1, 1e6, 1e6), Layer(4, 9e6, 9e6)};
  return comparison;
}

TEST(ComparisonFigureTest, SortsHeadsAndNamesEachOnce) {
  const CostFigure figure = FigureOf(Measured());
  EXPECT_THAT(figure.heads, ElementsAre(1, 4));
  EXPECT_EQ(figure.time.lines[0].points[1].value, 4);
}

TEST(ComparisonFigureTest, ShowsTimesInTheirUnit) {
  const CostFigure figure = FigureOf(Measured());
  EXPECT_EQ(figure.time.title, "time in ms");
  const CostPoint& stacked = figure.time.lines[0].points[1];
  EXPECT_EQ(stacked.low, 2);
  EXPECT_EQ(stacked.high, 8);
  EXPECT_EQ(figure.time.lines[1].points[1].value, 2);
}

TEST(ComparisonFigureTest, ShowsTheWork) {
  const CostFigure figure = FigureOf(Measured());
  EXPECT_EQ(figure.work.title, "work of either form in KFLOP");
  EXPECT_EQ(figure.work.lines[1].points[0].value, 4 * 1000 * 8 / 1e3);
  EXPECT_EQ(figure.work.lines[0].points[0].value, 2 * 40 * 8 * 24 / 1e3);
}

TEST(ComparisonFigureTest, SaysWhatComputed) {
  const CostFigure figure = FigureOf(Measured());
  EXPECT_EQ(figure.notes[0], "this machine, 2 threads");
  EXPECT_EQ(figure.notes[1],
            "1 sequence of 40 tokens, not causal. Points: medians of 9 runs; bars: the middle half "
            "of them.");
}

}  // namespace
}  // namespace headwise
