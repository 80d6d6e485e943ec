#include "client/picture/oklab.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(OklabTest, KnowsWhiteAndBlack) {
  const Oklab white = OklabOf(Color{255, 255, 255});
  EXPECT_NEAR(white.lightness, 1, 1e-4);
  EXPECT_NEAR(white.a, 0, 1e-4);
  EXPECT_NEAR(white.b, 0, 1e-4);
  EXPECT_EQ(OklabOf(Color{0, 0, 0}).lightness, 0);
}

// Values that the paper's author gives for sRGB's primaries.
TEST(OklabTest, KnowsRed) {
  const Oklab red = OklabOf(Color{255, 0, 0});
  EXPECT_NEAR(red.lightness, 0.628, 5e-4);
  EXPECT_NEAR(red.a, 0.225, 5e-4);
  EXPECT_NEAR(red.b, 0.126, 5e-4);
}

TEST(OklabTest, GoesThereAndBack) {
  for (Color color : {Color{0, 0, 0}, Color{12, 200, 99}, Color{255, 1, 128}, kBlue, kPaper}) {
    EXPECT_EQ(ColorOf(OklabOf(color)), color);
  }
}

TEST(OklabTest, HueIsAnAngle) {
  const Oklab color = OklabOf(0.5, 0.1, 90);
  EXPECT_NEAR(color.a, 0, 1e-12);
  EXPECT_NEAR(color.b, 0.1, 1e-12);
}

TEST(OklabTest, CutsWhatSrgbLacks) {
  EXPECT_EQ(ColorOf({2, 0, 0}), kPaper);
  EXPECT_NEAR(Distance({0, 0, 0}, {0, 3, 4}), 5, 1e-12);
}

}  // namespace
}  // namespace headwise
