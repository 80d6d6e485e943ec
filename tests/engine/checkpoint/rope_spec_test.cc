// Frequencies against values computed from the papers' formulas in double precision.
#include "engine/checkpoint/rope_spec.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

MATCHER_P(AllNear, expected, "") {
  if (arg.size() != expected.size()) return false;
  for (std::size_t i = 0; i < arg.size(); ++i) {
    if (std::abs(arg[i] - expected[i]) > 1e-14 * std::abs(expected[i])) {
      *result_listener << "at " << i << ": " << arg[i];
      return false;
    }
  }
  return true;
}

using Values = std::vector<double>;

RopeSpec Rope(std::int64_t dims, RopeScaling scaling, double factor) {
  RopeSpec rope;
  rope.dims = dims;
  rope.scaling = scaling;
  rope.factor = factor;
  return rope;
}

TEST(RopeSpecTest, PlainAndLinear) {
  EXPECT_THAT(Rope(4, RopeScaling::kNone, 1).Frequencies(7), AllNear(Values{1, 0.01}));
  EXPECT_THAT(Rope(4, RopeScaling::kLinear, 4).Frequencies(7), AllNear(Values{0.25, 0.0025}));
  EXPECT_FALSE(Rope(4, RopeScaling::kLinear, 4).depends_on_length());
}

TEST(RopeSpecTest, DynamicGrowsItsBaseBeyondTraining) {
  RopeSpec rope = Rope(8, RopeScaling::kDynamic, 2);
  rope.max_positions = 16;
  EXPECT_THAT(rope.Frequencies(10), AllNear(Values{1, 0.1, 0.01, 0.001}));
  EXPECT_THAT(rope.Frequencies(40),
              AllNear(Values{1, 0.06299605249474366, 0.003968502629920499, 0.00025}));
  EXPECT_TRUE(rope.depends_on_length());
}

TEST(RopeSpecTest, Llama3HasThreeBands) {
  RopeSpec rope = Rope(16, RopeScaling::kLlama3, 8);
  rope.base = 500000;
  rope.low_freq_factor = 1;
  rope.high_freq_factor = 4;
  rope.original_max_positions = 64;
  EXPECT_THAT(rope.Frequencies(1),
              AllNear(Values{1.0, 0.0794030091792082, 0.004700753866357992, 0.0009115830921521387,
                             0.00017677669529663688, 3.428102195952591e-05, 6.647869871181235e-06,
                             1.2891731721515574e-06}));
}

TEST(RopeSpecTest, YarnWithAndWithoutWholeDimensions) {
  RopeSpec rope = Rope(16, RopeScaling::kYarn, 4);
  rope.original_max_positions = 2048;
  EXPECT_THAT(rope.Frequencies(1),
              AllNear(Values{1.0, 0.31622776601683794, 0.1, 0.02569350598886808, 0.00625,
                             0.001383496476323666, 0.00025, 7.905694150420948e-05}));
  rope.truncate = false;
  EXPECT_THAT(
      rope.Frequencies(1),
      AllNear(Values{1.0, 0.31622776601683794, 0.1, 0.023870192321736323, 0.005056971521129435,
                     0.000811290381701431, 0.00025, 7.905694150420948e-05}));
}

TEST(RopeSpecTest, LongRopeTurnsToItsLongFactorsBeyondTraining) {
  RopeSpec rope = Rope(8, RopeScaling::kLongRope, 1);
  rope.original_max_positions = 32;
  rope.short_factors = {1, 1, 1, 1};
  rope.long_factors = {1, 1.5, 2, 4};
  EXPECT_THAT(rope.Frequencies(32), AllNear(Values{1, 0.1, 0.01, 0.001}));
  EXPECT_THAT(rope.Frequencies(33), AllNear(Values{1, 0.06666666666666667, 0.005, 0.00025}));
}

}  // namespace
}  // namespace headwise
