#include "client/picture/ticks.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST(NiceCeilingTest, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(NiceCeiling(1), 1);
  EXPECT_EQ(NiceCeiling(1.01), 2);
  EXPECT_EQ(NiceCeiling(2.5), 5);
  EXPECT_EQ(NiceCeiling(7), 10);
  EXPECT_EQ(NiceCeiling(501), 1000);
  EXPECT_EQ(NiceCeiling(0.3), 0.5);
  EXPECT_EQ(NiceCeiling(0.2), 0.2);
  EXPECT_EQ(NiceCeiling(0.07), 0.1);
  EXPECT_EQ(NiceCeiling(0.0011), 0.002);
}

TEST(ValueStepsTest, ReachTheLargest) {
  EXPECT_THAT(ValueSteps(7, 5), ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(ValueSteps(10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(ValueSteps(0.3, 3), ElementsAre(0, DoubleEq(0.1), DoubleEq(0.2), DoubleEq(0.3)));
}

TEST(ValueStepsTest, ExistWithoutValues) {
  EXPECT_THAT(ValueSteps(0, 5), ElementsAre(0, 1));
  EXPECT_THAT(ValueSteps(-1, 5), ElementsAre(0, 1));
}

TEST(ValueStepsTest, AreNeverTooMany) {
  for (double largest = 1e-9; largest < 1e12; largest *= 1.37) {
    const auto steps = ValueSteps(largest, 6);
    EXPECT_LE(steps.size(), 7u) << largest;
    EXPECT_GE(steps.back(), largest * (1 - 1e-6)) << largest;
  }
}

TEST(IndexStepTest, KeepsNumbersApart) {
  EXPECT_EQ(IndexStep(10, 48, 20), 1);
  EXPECT_EQ(IndexStep(54, 5, 40), 10);
  EXPECT_EQ(IndexStep(4096, 0.1, 60), 1000);
  for (std::int64_t count = 1; count < 70000; count = count * 2 + 1) {
    EXPECT_GE(static_cast<double>(IndexStep(count, 300.0 / static_cast<double>(count), 50)) * 300 /
                  static_cast<double>(count),
              50 * (count * 50 > 300 ? 1 - 1e-9 : 0));
  }
}

}  // namespace
}  // namespace headwise
