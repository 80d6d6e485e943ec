#include "client/picture/cost_picture.h"

#include <cstdint>

#include "client/picture/cost_layout.h"
#include "gtest/gtest.h"
#include "tests/client/picture/places.h"

namespace headwise {
namespace {

using ::headwise::testing::FaultOf;
using ::headwise::testing::InkOutside;

CostLine Line(const std::string& name, Color color, std::size_t count, double scale) {
  CostLine line{name, color, false, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const double value = scale * static_cast<double>(i + 1);
    line.points.push_back({value, 0.9 * value, 1.2 * value});
  }
  return line;
}

CostFigure Figure(const std::vector<std::int64_t>& heads, double scale) {
  CostFigure figure;
  figure.title = "Cost against the number of heads";
  figure.notes = {"this machine, 2 threads", "1 sequence"};
  figure.heads = heads;
  figure.time = {"time in ms",
                 {Line("stacked heads", kVermilion, heads.size(), scale),
                  Line("fused heads", kBlue, heads.size(), scale / 2)}};
  figure.work = {"work in GFLOP", {Line("attention", kInk, heads.size(), scale / 7)}};
  figure.work.lines[0].dashed = true;
  return figure;
}

std::string Fault(const CostFigure& figure) {
  const Heading heading(figure.title, figure.notes, kCostWidth);
  const CostLayout layout = LayOutCost(figure, heading);
  std::string fault = FaultOf(layout.Places(), layout.width, layout.height);
  if (!fault.empty()) return fault;
  const Canvas canvas = DrawCost(figure);
  if (canvas.width() != layout.width || canvas.height() != layout.height) return "other size";
  if (canvas.lost_pixels() > 0) return "lost pixels";
  return InkOutside(canvas, layout.Places());
}

TEST(CostPictureTest, NothingOverlapsForAnyNumberOfPoints) {
  std::vector<std::int64_t> heads;
  for (std::int64_t count = 1; count <= 64; ++count) {
    heads.push_back(count);
    EXPECT_EQ(Fault(Figure(heads, 3)), "") << count;
    EXPECT_EQ(Fault(Figure({count}, 3)), "") << count;
  }
  EXPECT_EQ(Fault(Figure({1, 16384}, 3)), "");
}

TEST(CostPictureTest, NothingOverlapsForAnyValues) {
  for (double scale : {0.0, 1e-9, 0.003, 0.1, 1.0, 999.0, 1234567.0, 1e12}) {
    EXPECT_EQ(Fault(Figure({1, 2, 4}, scale)), "") << scale;
  }
}

TEST(CostPictureTest, NothingOverlapsWithLongTexts) {
  CostFigure figure = Figure({1, 2}, 1);
  figure.title = std::string(300, 't') + " and more";
  figure.notes[0] = "a note " + std::string(300, 'n');
  figure.time.title = std::string(300, 'p');
  figure.time.lines[0].name = std::string(300, 'l');
  EXPECT_EQ(Fault(figure), "");
}

// Counts how much of a color there is.
int Ink(const Canvas& canvas, Color color) {
  int count = 0;
  for (Color pixel : canvas.pixels()) count += pixel == color ? 1 : 0;
  return count;
}

TEST(CostPictureTest, DrawsEveryLineAndItsSpread) {
  CostFigure figure = Figure({1, 2, 4}, 1);
  const Canvas with = DrawCost(figure);
  EXPECT_GT(Ink(with, kBlue), 300);
  EXPECT_GT(Ink(with, kVermilion), 300);
  for (CostPoint& point : figure.time.lines[1].points) point.low = point.high = point.value;
  EXPECT_LT(Ink(DrawCost(figure), kBlue), Ink(with, kBlue));
}

}  // namespace
}  // namespace headwise
