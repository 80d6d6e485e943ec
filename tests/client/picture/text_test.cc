#include "client/picture/text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/picture/drawing.h"

namespace headwise {
namespace {

using ::headwise::testing::DrawingOf;
using ::testing::ElementsAre;

TEST(TextTest, DrawsAtScaleOne) {
  Canvas canvas(11, 9);
  DrawText("Lo", 0, 0, {1, kInk}, &canvas);
  EXPECT_EQ(DrawingOf(canvas),
            "#..........\n"
            "#..........\n"
            "#......###.\n"
            "#.....#...#\n"
            "#.....#...#\n"
            "#.....#...#\n"
            "#####..###.\n"
            "...........\n"
            "...........\n");
  EXPECT_EQ(canvas.lost_pixels(), 0);
}

TEST(TextTest, SmoothsStepsOfLargerScales) {
  Canvas canvas(TextWidth("/", 2), TextHeight(2));
  DrawText("/", 0, 0, {2, kInk}, &canvas);
  EXPECT_EQ(DrawingOf(canvas),
            "..........\n"
            "..........\n"
            "........##\n"
            ".......###\n"
            "......###.\n"
            ".....###..\n"
            "....###...\n"
            "...###....\n"
            "..###.....\n"
            ".###......\n"
            "###.......\n"
            "##........\n"
            "..........\n"
            "..........\n"
            "..........\n"
            "..........\n"
            "..........\n"
            "..........\n");
}

TEST(TextTest, DrawsUpwards) {
  Canvas canvas(9, 5);
  DrawTextUpwards("L", 0, 0, {1, kInk}, &canvas);
  EXPECT_EQ(DrawingOf(canvas),
            "......#..\n"
            "......#..\n"
            "......#..\n"
            "......#..\n"
            "#######..\n");
}

TEST(TextTest, MeasuresWhatItDraws) {
  for (int scale : {1, 2, 3}) {
    const absl::string_view text = "gM@j|";
    Canvas canvas(TextWidth(text, scale), TextHeight(scale));
    DrawText(text, 0, 0, {scale, kInk}, &canvas);
    EXPECT_EQ(canvas.lost_pixels(), 0);
    Canvas turned(TextHeight(scale), TextWidth(text, scale));
    DrawTextUpwards(text, 0, 0, {scale, kInk}, &turned);
    EXPECT_EQ(turned.lost_pixels(), 0);
  }
  EXPECT_EQ(TextWidth("", 2), 0);
  EXPECT_EQ(TextWidth("\u00fc", 2), TextWidth("u", 2));
}

TEST(TextTest, Fits) {
  EXPECT_EQ(FitText("attention", TextWidth("attention", 2), 2), "attention");
  EXPECT_EQ(FitText("attention", TextWidth("attention", 2) - 1, 2), "attent..");
  EXPECT_EQ(FitText("\u00fc\u00fc\u00fc\u00fc", TextWidth("123", 1), 1), "\u00fc..");
  EXPECT_EQ(FitText("attention", 3, 1), "");
}

TEST(TextTest, Wraps) {
  EXPECT_THAT(WrapText("one two  three", TextWidth("one two", 1), 1),
              ElementsAre("one two", "three"));
  EXPECT_THAT(WrapText("a verylongword b", TextWidth("1234", 1), 1), ElementsAre("a", "ve..", "b"));
  EXPECT_THAT(WrapText("", 100, 1), ElementsAre());
}

}  // namespace
}  // namespace headwise
