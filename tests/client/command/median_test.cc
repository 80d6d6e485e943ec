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

}  // namespace
}  // namespace headwise
