#include "client/picture/stroke.h"

#include "gtest/gtest.h"
#include "tests/client/picture/drawing.h"

namespace headwise {
namespace {

using ::headwise::testing::DrawingOf;

TEST(StrokeTest, StraightLinesAreSharp) {
  Canvas canvas(6, 5);
  DrawStroke({1, 2}, {4, 2}, 1, kInk, &canvas);
  EXPECT_EQ(DrawingOf(canvas),
            "......\n"
            "......\n"
            ".####.\n"
            "......\n"
            "......\n");
}

TEST(StrokeTest, ThreePixelsAreThree) {
  Canvas canvas(5, 7);
  DrawStroke({2, -9}, {2, 99}, 3, kInk, &canvas);
  for (int y = 0; y < 7; ++y) {
    EXPECT_EQ(canvas.At(0, y), kPaper);
    for (int x : {1, 2, 3}) EXPECT_EQ(canvas.At(x, y), kInk);
    EXPECT_EQ(canvas.At(4, y), kPaper);
  }
}

TEST(StrokeTest, SlopesAreBlended) {
  Canvas canvas(9, 9);
  DrawStroke({1, 1}, {7, 4}, 1, kInk, &canvas);
  const std::string drawing = DrawingOf(canvas);
  EXPECT_NE(drawing.find('+'), std::string::npos);
  EXPECT_EQ(canvas.At(1, 7), kPaper);
}

TEST(StrokeTest, APointIsADisc) {
  Canvas canvas(7, 7);
  DrawStroke({3, 3}, {3, 3}, 5, kInk, &canvas);
  EXPECT_EQ(canvas.At(3, 3), kInk);
  EXPECT_EQ(canvas.At(1, 3), kInk);
  EXPECT_EQ(canvas.At(0, 3), kPaper);
  EXPECT_NE(canvas.At(1, 1), kInk);
  EXPECT_EQ(canvas.At(1, 3), canvas.At(3, 5));
  EXPECT_EQ(canvas.At(2, 1), canvas.At(5, 4));
}

TEST(StrokeTest, DashesLeaveGaps) {
  Canvas canvas(13, 1);
  DrawDashes({0, 0}, {12, 0}, 1, 3, kInk, &canvas);
  EXPECT_EQ(DrawingOf(canvas), "####..####...\n");
  DrawDashes({3, 0}, {3, 0}, 1, 3, kBlue, &canvas);  // no length, nothing
  EXPECT_EQ(DrawingOf(canvas), "####..####...\n");
}

}  // namespace
}  // namespace headwise
