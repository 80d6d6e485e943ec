#include "engine/simd/norm.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

std::vector<float> Values(std::int64_t count) {
  std::vector<float> values(count);
  for (std::int64_t i = 0; i < count; ++i) values[i] = std::sin(0.9f * i) + 0.2f;
  return values;
}

TEST(NormTest, SumsOfEveryCount) {
  for (std::int64_t count = 0; count <= 70; ++count) {
    const std::vector<float> values = Values(count);
    double sum = 0;
    double squares = 0;
    for (float value : values) {
      sum += value;
      squares += (value - 0.5) * (value - 0.5);
    }
    EXPECT_NEAR(SumOf(values.data(), count), sum, 1e-5) << count;
    EXPECT_NEAR(SumOfSquares(values.data(), count, 0.5f), squares, 1e-5) << count;
  }
}

TEST(NormTest, AppliesFactorsAndOffsets) {
  for (std::int64_t count : {1, 7, 16, 33}) {
    const std::vector<float> before = Values(count);
    const std::vector<float> weight = Values(count);
    const std::vector<float> offset = Values(count);
    std::vector<float> with = before;
    std::vector<float> without = before;
    ApplyNorm(with.data(), count, 0.1f, 2, weight.data(), offset.data());
    ApplyNorm(without.data(), count, 0.1f, 2, weight.data(), nullptr);
    for (std::int64_t i = 0; i < count; ++i) {
      const double normal = (before[i] - 0.1) * 2 * weight[i];
      EXPECT_NEAR(with[i], normal + offset[i], 1e-6);
      EXPECT_NEAR(without[i], normal, 1e-6);
    }
  }
}

TEST(NormTest, ClipKeepsValuesWithinTheLimit) {
  float values[] = {-3, -0.5f, 0.5f, 3, std::numeric_limits<float>::quiet_NaN()};
  Clip(values, 5, 1);
  EXPECT_EQ(values[0], -1);
  EXPECT_EQ(values[1], -0.5f);
  EXPECT_EQ(values[2], 0.5f);
  EXPECT_EQ(values[3], 1);
  EXPECT_TRUE(std::isnan(values[4]));
}

}  // namespace
}  // namespace headwise
