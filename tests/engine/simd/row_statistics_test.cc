#include "engine/simd/row_statistics.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(RowStatisticsTest, AnEvenRowHasTheLargestEntropy) {
  const std::vector<float> row(50, 0.02f);
  RowSums sums;
  AddToRowSums(row.data(), 50, 0, sums);
  EXPECT_NEAR(sums.entropy, std::log(50.0), 1e-5);
  EXPECT_NEAR(sums.largest, 0.02, 1e-7);
  EXPECT_NEAR(sums.distance, 24.5, 1e-4);
}

TEST(RowStatisticsTest, OneKeyHasNoEntropy) {
  std::vector<float> row(20, 0.0f);
  row[13] = 1;
  RowSums sums;
  AddToRowSums(row.data(), 20, 3, sums);
  EXPECT_EQ(sums.entropy, 0);
  EXPECT_EQ(sums.largest, 1);
  EXPECT_EQ(sums.distance, 10);
}

TEST(RowStatisticsTest, PartsAddUp) {
  std::vector<float> row;
  for (int i = 0; i < 37; ++i) row.push_back(static_cast<float>(i) / 666);
  RowSums whole, parts;
  AddToRowSums(row.data(), 37, 36, whole);
  AddToRowSums(row.data(), 20, 36, parts);
  AddToRowSums(row.data() + 20, 17, 16, parts);
  EXPECT_NEAR(whole.entropy, parts.entropy, 1e-5);
  EXPECT_EQ(whole.largest, parts.largest);
  EXPECT_NEAR(whole.distance, parts.distance, 1e-4);
}

}  // namespace
}  // namespace headwise
