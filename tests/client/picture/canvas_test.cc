#include "client/picture/canvas.h"

#include "gtest/gtest.h"
#include "tests/client/picture/drawing.h"

namespace headwise {
namespace {

using ::headwise::testing::DrawingOf;

TEST(CanvasTest, StartsAsPaper) {
  EXPECT_EQ(DrawingOf(Canvas(3, 2)),
            "...\n"
            "...\n");
}

TEST(CanvasTest, SetsFillsAndFrames) {
  Canvas canvas(7, 5);
  canvas.Frame({1, 0, 5, 4}, kInk);
  canvas.Fill({2, 2, 2, 1}, kBlue);
  canvas.Set(6, 4, kInk);
  EXPECT_EQ(DrawingOf(canvas),
            ".#####.\n"
            ".#...#.\n"
            ".#++.#.\n"
            ".#####.\n"
            "......#\n");
  EXPECT_EQ(canvas.lost_pixels(), 0);
}

TEST(CanvasTest, BlendsByShare) {
  Canvas canvas(3, 1);
  canvas.Blend(0, 0, {0, 100, 255}, 0.5);
  canvas.Blend(1, 0, {0, 100, 255}, 1);
  canvas.Blend(2, 0, {0, 100, 255}, 0);
  EXPECT_EQ(canvas.At(0, 0), (Color{128, 178, 255}));
  EXPECT_EQ(canvas.At(1, 0), (Color{0, 100, 255}));
  EXPECT_EQ(canvas.At(2, 0), kPaper);
}

TEST(CanvasTest, CountsWhatItLoses) {
  Canvas canvas(2, 2);
  canvas.Fill({1, 1, 2, 2}, kInk);
  EXPECT_EQ(canvas.lost_pixels(), 3);
  canvas.Blend(-1, 0, kInk, 1);
  EXPECT_EQ(canvas.lost_pixels(), 4);
  EXPECT_EQ(DrawingOf(canvas), "..\n.#\n");
}

TEST(RectTest, OverlapsAndContains) {
  const Rect rect = {2, 3, 4, 5};
  EXPECT_TRUE(Overlap(rect, {5, 7, 9, 9}));
  EXPECT_FALSE(Overlap(rect, {6, 3, 1, 1}));
  EXPECT_FALSE(Overlap(rect, {3, 4, 0, 1}));
  EXPECT_TRUE(Contains(rect, {2, 3, 4, 5}));
  EXPECT_FALSE(Contains(rect, {2, 3, 5, 5}));
  EXPECT_TRUE(Contains(rect, Rect{}));
}

}  // namespace
}  // namespace headwise
