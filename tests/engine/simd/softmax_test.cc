#include "engine/simd/softmax.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"

namespace headwise {
namespace {

using testing::ForEachTarget;

constexpr float kLog2E = 1.44269504f;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// One row, streamed in tiles of `step` columns; returns the final state and all weights, each
// rescaled to the final maximum.
struct Streamed {
  SoftmaxState state = NoKeySeen();
  std::vector<double> weights;
};

Streamed Stream(std::vector<float> scores, std::int32_t step, float log2_scale) {
  Streamed streamed;
  for (std::size_t begin = 0; begin < scores.size(); begin += step) {
    const auto width =
        std::min<std::int32_t>(step, static_cast<std::int32_t>(scores.size() - begin));
    const ColumnRange all{0, width};
    float rescale = 0;
    StreamSoftmax({scores.data() + begin, 1, width, all, &all}, log2_scale, &streamed.state,
                  &rescale);
    for (double& weight : streamed.weights) weight *= rescale;
    streamed.weights.insert(streamed.weights.end(), scores.begin() + begin,
                            scores.begin() + begin + width);
  }
  return streamed;
}

TEST(StreamSoftmaxTest, EqualsTheSoftmaxWhateverTheTiles) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 3);
  std::vector<float> scores(301);
  for (float& score : scores) score = normal(random);
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (float score : scores) sum += std::exp(0.3 * (score - largest));
  for (std::int32_t step : {1, 3, 16, 64, 300, 301}) {
    const Streamed streamed = Stream(scores, step, 0.3f * kLog2E);
    EXPECT_EQ(streamed.state.max, static_cast<float>(largest));
    EXPECT_NEAR(streamed.state.sum, sum, 1e-5 * sum) << step;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double want = std::exp(0.3 * (scores[i] - largest));
      ASSERT_NEAR(streamed.weights[i], want, 1e-6 * want + 1e-12) << step << "," << i;
    }
  }
}

TEST(StreamSoftmaxTest, ExponentialIsAccurateOverItsWholeRange) {
  ForEachTarget([] {
    std::vector<float> scores;
    for (float x = 0; x > -126; x -= 0.01f) scores.push_back(x);
    const Streamed streamed = Stream(scores, static_cast<std::int32_t>(scores.size()), 1);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double want = std::exp2(static_cast<double>(scores[i]));
      ASSERT_NEAR(streamed.weights[i], want, 2.5e-7 * want) << scores[i];
    }
  });
}

TEST(StreamSoftmaxTest, FarScoresWeighNothing) {
  ForEachTarget([] {
    const Streamed streamed = Stream({0, -126.5f, -1e4f, -1e30f, -kInfinity}, 16, 1);
    EXPECT_THAT(streamed.weights, ::testing::ElementsAre(1, 0, 0, 0, 0));
    EXPECT_EQ(streamed.state.sum, 1);
  });
}

TEST(StreamSoftmaxTest, OnlyTheTilesColumnsAreWritten) {
  std::vector<float> scores(48, 3);
  const ColumnRange visible{20, 22};
  SoftmaxState state = NoKeySeen();
  float rescale = 0;
  StreamSoftmax({scores.data(), 1, 48, {16, 40}, &visible}, kLog2E, &state, &rescale);
  for (int i = 0; i < 48; ++i) {
    const bool inside = i >= 16 && i < 40;
    EXPECT_EQ(scores[i], inside ? (i == 20 || i == 21 ? 1 : 0) : 3) << i;
  }
}

TEST(StreamSoftmaxTest, HugeScoresKeepNearTies) {
  const Streamed streamed = Stream({1e4f, 1e4f - 0.5f, -1e4f}, 16, kLog2E);
  EXPECT_EQ(streamed.weights[0], 1);
  EXPECT_NEAR(streamed.weights[1], std::exp(-0.5), 1e-6);
  EXPECT_EQ(streamed.weights[2], 0);
}

TEST(StreamSoftmaxTest, LowestFloatsAreNumbers) {
  const float lowest = std::numeric_limits<float>::lowest();
  const Streamed streamed = Stream({lowest, lowest}, 1, kLog2E);
  EXPECT_EQ(streamed.state.sum, 2);
  EXPECT_THAT(streamed.weights, ::testing::ElementsAre(1, 1));
}

TEST(StreamSoftmaxTest, HiddenColumnsBecomeZero) {
  std::vector<float> scores = {kInfinity, 1, 2, std::nanf("")};
  const ColumnRange visible{1, 3};
  SoftmaxState state = NoKeySeen();
  float rescale = 0;
  StreamSoftmax({scores.data(), 1, 4, {0, 4}, &visible}, kLog2E, &state, &rescale);
  EXPECT_EQ(scores[0], 0);
  EXPECT_EQ(scores[3], 0);
  EXPECT_NEAR(state.sum, 1 + std::exp(-1.0), 1e-6);
  EXPECT_EQ(rescale, 1);
}

TEST(StreamSoftmaxTest, ARowThatSeesNothingKeepsItsState) {
  std::vector<float> scores(16, 5);
  const ColumnRange none{7, 7};
  SoftmaxState state = {3, 2};
  float rescale = 0;
  StreamSoftmax({scores.data(), 1, 16, {0, 16}, &none}, kLog2E, &state, &rescale);
  EXPECT_EQ(state.max, 3);
  EXPECT_EQ(state.sum, 2);
  EXPECT_EQ(rescale, 1);
  EXPECT_THAT(scores, ::testing::Each(0));
}

TEST(StreamSoftmaxTest, NanMakesItsRowNan) {
  EXPECT_TRUE(std::isnan(Stream({1, std::nanf(""), 2}, 16, kLog2E).state.sum));
}

TEST(ProbabilitiesTest, SumToOneAndHideTheHidden) {
  std::vector<float> scores = {1, 2, 3, 4, 5, 6, 7, 8};
  const ColumnRange visible[] = {{0, 3}, {0, 0}};
  SoftmaxState states[] = {NoKeySeen(), NoKeySeen()};
  std::vector<float> streamed = scores;
  float rescale[2];
  StreamSoftmax({streamed.data(), 2, 4, {0, 4}, visible}, kLog2E, states, rescale);
  Probabilities({scores.data(), 2, 4, {0, 4}, visible}, kLog2E, states);
  EXPECT_NEAR(scores[0] + scores[1] + scores[2], 1, 1e-6);
  EXPECT_NEAR(scores[1] / scores[0], std::exp(1.0), 1e-5);
  EXPECT_EQ(scores[3], 0);
  for (int i = 4; i < 8; ++i) EXPECT_EQ(scores[i], 0);
}

TEST(ScaleTest, ScalesEveryElement) {
  for (std::int64_t count : {0, 1, 15, 16, 17, 100}) {
    std::vector<float> values(count + 1, 3);
    Scale(values.data(), count, 0.5f);
    for (std::int64_t i = 0; i < count; ++i) EXPECT_EQ(values[i], 1.5f);
    EXPECT_EQ(values[count], 3);
  }
}

}  // namespace
}  // namespace headwise
