#include "client/picture/color_map.h"

#include <cmath>
#include <limits>

#include "client/picture/color_bar.h"
#include "client/picture/oklab.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

Oklab LabAt(const ColorMap& colors, double share) { return OklabOf(colors.At(share)); }

TEST(ColorMapTest, LightnessGrows) {
  const ColorMap colors;
  EXPECT_LT(LabAt(colors, 0).lightness, 0.25);
  EXPECT_GT(LabAt(colors, 1).lightness, 0.9);
  for (int i = 0; i + 8 < ColorMap::kSteps; ++i) {
    EXPECT_LT(LabAt(colors, i / 255.0).lightness, LabAt(colors, (i + 8) / 255.0).lightness);
  }
}

// Of eight steps, as one step is of the size of rounding to 8 bits.
TEST(ColorMapTest, EqualStepsLookEqual) {
  const ColorMap colors;
  const double mean = [&] {
    double sum = 0;
    for (int i = 0; i < 31; ++i) {
      sum += Distance(LabAt(colors, i * 8 / 255.0), LabAt(colors, (i + 1) * 8 / 255.0));
    }
    return sum / 31;
  }();
  for (int i = 0; i < 31; ++i) {
    const double step = Distance(LabAt(colors, i * 8 / 255.0), LabAt(colors, (i + 1) * 8 / 255.0));
    EXPECT_NEAR(step, mean, 0.15 * mean) << i;
  }
}

TEST(ColorMapTest, TakesSharesIntoRange) {
  const ColorMap colors;
  EXPECT_EQ(colors.At(-1), colors.At(0));
  EXPECT_EQ(colors.At(2), colors.At(1));
  EXPECT_EQ(colors.At(std::numeric_limits<double>::quiet_NaN()), colors.At(0));
  EXPECT_NE(colors.At(0.25), colors.At(0.5));
}

TEST(ColorMapTest, HiddenKeysLookLikeNoProbability) {
  const ColorMap colors;
  const Oklab hidden = OklabOf(kHidden);
  for (int i = 0; i < ColorMap::kSteps; ++i) {
    EXPECT_GT(Distance(hidden, LabAt(colors, i / 255.0)), 0.1) << i;
  }
  EXPECT_GT(Distance(hidden, OklabOf(kPaper)), 0.05);
}

}  // namespace
}  // namespace headwise
