#include "engine/simd/rotary.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

struct Turn {
  std::vector<float> values, cos, sin;
};

Turn MakeTurn(std::int64_t pairs) {
  Turn turn;
  for (std::int64_t i = 0; i < 2 * pairs; ++i) turn.values.push_back(0.7f * i - 3);
  for (std::int64_t p = 0; p < pairs; ++p) {
    turn.cos.push_back(static_cast<float>(std::cos(0.4 * p + 0.1)));
    turn.sin.push_back(static_cast<float>(std::sin(0.4 * p + 0.1)));
  }
  return turn;
}

TEST(RotaryTest, AQuarterTurnMovesXToY) {
  float values[] = {1, 2, 3, 4};
  const float cos[] = {0, 0};
  const float sin[] = {1, 1};
  RotateHalves(values, 2, cos, sin);  // pairs (1,3) and (2,4)
  EXPECT_EQ(values[0], -3);
  EXPECT_EQ(values[1], -4);
  EXPECT_EQ(values[2], 1);
  EXPECT_EQ(values[3], 2);
  float neighbours[] = {1, 2, 3, 4};
  RotateInterleaved(neighbours, 2, cos, sin);  // pairs (1,2) and (3,4)
  EXPECT_EQ(neighbours[0], -2);
  EXPECT_EQ(neighbours[1], 1);
  EXPECT_EQ(neighbours[2], -4);
  EXPECT_EQ(neighbours[3], 3);
}

TEST(RotaryTest, EveryNumberOfPairsTurnsRight) {
  for (std::int64_t pairs = 1; pairs <= 40; ++pairs) {
    const Turn before = MakeTurn(pairs);
    Turn halves = before;
    Turn interleaved = before;
    RotateHalves(halves.values.data(), pairs, before.cos.data(), before.sin.data());
    RotateInterleaved(interleaved.values.data(), pairs, before.cos.data(), before.sin.data());
    const auto check = [&](const Turn& after, std::int64_t p, std::int64_t x, std::int64_t y) {
      const double a = before.values[x];
      const double b = before.values[y];
      EXPECT_NEAR(after.values[x], a * before.cos[p] - b * before.sin[p], 1e-5) << pairs;
      EXPECT_NEAR(after.values[y], b * before.cos[p] + a * before.sin[p], 1e-5) << pairs;
    };
    for (std::int64_t p = 0; p < pairs; ++p) {
      check(halves, p, p, p + pairs);
      check(interleaved, p, 2 * p, 2 * p + 1);
    }
  }
}

}  // namespace
}  // namespace headwise
