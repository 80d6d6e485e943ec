#include "client/picture/bar_picture.h"

#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

BarFigure Figure(std::size_t count) {
  BarFigure figure;
  figure.title = "demo layer 1";
  figure.notes = {"a note"};
  for (std::size_t i = 0; i < count; ++i) {
    figure.bars.push_back({"head " + std::to_string(i), 1.0 / static_cast<double>(i + 1), "10 %"});
  }
  return figure;
}

// Blue pixels of the row.
int BlueIn(const Canvas& canvas, int y) {
  int count = 0;
  for (int x = 0; x < canvas.width(); ++x) count += canvas.At(x, y) == kBlue ? 1 : 0;
  return count;
}

// The length of each bar, from the top.
std::vector<int> Lengths(const Canvas& canvas) {
  std::vector<int> lengths;
  int above = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    const int blue = BlueIn(canvas, y);
    if (blue > 0 && above == 0) lengths.push_back(blue);
    above = blue;
  }
  return lengths;
}

TEST(BarPictureTest, LengthsAreTheShares) {
  const std::vector<int> lengths = Lengths(DrawBars(Figure(4)));
  ASSERT_EQ(lengths.size(), 4u);
  for (int i = 1; i < 4; ++i) EXPECT_NEAR(lengths[i], lengths[0] / (i + 1.0), 1);
}

TEST(BarPictureTest, NothingIsDrawnOutside) {
  for (std::size_t count : {0u, 1u, 2u, 80u, 500u}) {
    EXPECT_EQ(DrawBars(Figure(count)).lost_pixels(), 0) << count;
  }
  BarFigure figure = Figure(2);
  figure.bars[0].name = std::string(300, 'n');
  figure.bars[1].value = std::string(300, 'v');
  figure.bars[1].share = 1;
  EXPECT_EQ(DrawBars(figure).lost_pixels(), 0);
}

TEST(BarPictureTest, DrawsAtMostEightyBars) {
  EXPECT_EQ(DrawBars(Figure(500)).height(), DrawBars(Figure(80)).height());
}

TEST(BarPictureTest, SharesThatAreNoneAreEmpty) {
  BarFigure figure = Figure(3);
  figure.bars[0].share = 0;
  figure.bars[1].share = std::nan("");
  figure.bars[2].share = 7;  // as 1
  EXPECT_EQ(Lengths(DrawBars(figure)).size(), 1u);
  EXPECT_EQ(Lengths(DrawBars(figure))[0], Lengths(DrawBars(Figure(3)))[0]);
}

}  // namespace
}  // namespace headwise
