#include "client/command/median.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(MedianTest, OfOddAndEvenNumbers) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(Median({7}), 7);
}

TEST(MedianTest, OfNoneIsZero) { EXPECT_EQ(Median({}), 0); }

TEST(QuantileTest, LiesBetweenTheNearestValues) {
  EXPECT_EQ(Quantile({5, 1, 4, 2, 3}, 0.25), 2);
  EXPECT_EQ(Quantile({10, 20, 30, 40}, 0.75), 32.5);
  EXPECT_EQ(Quantile({3, 1}, 0), 1);
  EXPECT_EQ(Quantile({3, 1}, 1), 3);
  EXPECT_EQ(Quantile({}, 0.5), 0);
}

}  // namespace
}  // namespace headwise
