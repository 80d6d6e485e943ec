#include "engine/attention/attention_core.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/attention/attend.h"
#include "engine/attention/engine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

CoreOptions Options() {
  CoreOptions options;
  options.heads = 4;
  options.kv_heads = 2;
  options.head_dim = 16;
  return options;
}

TEST(CoreSpecTest, TheScaleComesFromTheKeyWidth) {
  CoreOptions options = Options();
  options.value_dim = 24;
  const auto spec = CoreSpec(options);
  ASSERT_THAT(spec, testing::IsOk());
  EXPECT_EQ(spec->scale, 0.25);
  EXPECT_EQ(spec->value_head_dim(), 24);
  EXPECT_FALSE(spec->input_projection);
}

struct BadOptions {
  std::string text;
  void (*spoil)(CoreOptions&);
};

class BadCoreTest : public ::testing::TestWithParam<BadOptions> {};

TEST_P(BadCoreTest, IsRefusedByName) {
  CoreOptions options = Options();
  GetParam().spoil(options);
  EXPECT_THAT(CoreSpec(options),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(GetParam().text)));
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    All, BadCoreTest,
    ::testing::Values(
        BadOptions{"queries.shape[1] (heads): expected 1 to 1024, got 0",
                   [](CoreOptions& o) { o.heads = 0; }},
        BadOptions{"keys.shape[1] (kv heads): expected a divisor of the 4 heads, got 3",
                   [](CoreOptions& o) { o.kv_heads = 3; }},
        BadOptions{"queries.shape[3] (head_dim): expected 1 to 1024, got 1025",
                   [](CoreOptions& o) { o.head_dim = 1025; }},
        BadOptions{"values.shape[3] (value width): expected 0 to 1024, got 1025",
                   [](CoreOptions& o) { o.value_dim = 1025; }},
        BadOptions{"scale: expected a finite number above 0, got 0",
                   [](CoreOptions& o) { o.scale = 0; }},
        BadOptions{"scale: expected a finite number above 0, got nan",
                   [](CoreOptions& o) { o.scale = kNaN; }},
        BadOptions{"softcap: expected a finite number of at least 0, got -1",
                   [](CoreOptions& o) { o.softcap = -1; }},
        BadOptions{"window: expected at least 0, got -2", [](CoreOptions& o) { o.window = -2; }},
        BadOptions{"alibi_slopes: expected one value for each of the 4 heads, got 3",
                   [](CoreOptions& o) {
                     o.alibi_slopes = {1, 2, 3};
                   }},
        BadOptions{"sinks[2]: expected a finite number, got nan", [](CoreOptions& o) {
                     o.sinks = {0, 0, kNaN, 0};
                   }}));

// Queries, keys and values [1,1,T,1] of one head, whose numbers can be done by hand.
class SmallCoreTest : public ::testing::Test {
 protected:
  AttentionAnswer Ask(CoreOptions options, std::vector<float> q, std::vector<float> k,
                      std::vector<float> v) {
    options.heads = options.kv_heads = options.head_dim = 1;
    LayerWeights weights;
    weights.sinks = options.sinks;
    auto layer = AttentionLayer::Create(*engine_, *CoreSpec(options), weights);
    EXPECT_THAT(layer, testing::IsOk());
    const auto view = [](const std::vector<float>& values) {
      return *TensorView::Create(
          values.data(), values.size() * sizeof(float), DType::kF32,
          *Shape::Create({1, 1, static_cast<std::int64_t>(values.size()), 1}));
    };
    AttentionRequest request;
    request.input = view(q);
    request.key_input = view(k);
    request.value_input = view(v);
    request.outputs.context = false;
    request.outputs.head_context_heads = {0};
    request.outputs.log_sum_exp = true;
    request.outputs.scores.heads = {0};
    request.outputs.probabilities.heads = {0};
    request.outputs.statistics.heads = {0};
    request.outputs.top_keys.heads = {0};
    request.outputs.top_count = k.size() > 1 ? 2 : 1;
    auto answer = Attend(**layer, request);
    EXPECT_THAT(answer, testing::IsOk());
    return *std::move(answer);
  }

  std::unique_ptr<Engine> engine_ = *Engine::Create({/*workers=*/1});
};

TEST_F(SmallCoreTest, ASinkTakesItsShareWithoutAValue) {
  CoreOptions options;
  options.sinks = {std::log(2.0f)};
  // Scores 0 and 0: weights 1, 1 and 2 for the sink.
  const AttentionAnswer answer = Ask(options, {1}, {0, 0}, {4, 8});
  EXPECT_NEAR(answer.head_context.floats()[0], 3, 1e-6);
  EXPECT_NEAR(answer.log_sum_exp.floats()[0], std::log(4.0), 1e-6);
  EXPECT_NEAR(answer.probabilities.floats()[0], 0.25, 1e-6);
}

TEST_F(SmallCoreTest, ARowWithASinkAloneIsZero) {
  CoreOptions options;
  options.sinks = {1.5f};
  options.causal = true;
  const AttentionAnswer answer = Ask(options, {1, 1}, {0}, {4});  // row 0 sees no key
  EXPECT_EQ(answer.head_context.floats()[0], 0);
  EXPECT_EQ(answer.log_sum_exp.floats()[0], 1.5f);
  EXPECT_EQ(answer.probabilities.floats()[0], 0);
}

TEST_F(SmallCoreTest, ARowWhoseSinkTakesAllStillSeesItsKeys) {
  CoreOptions options;
  options.sinks = {200};
  const AttentionAnswer answer = Ask(options, {1}, {0, 1}, {4, 8});
  EXPECT_EQ(answer.head_context.floats()[0], 0);
  EXPECT_EQ(answer.statistics.floats()[static_cast<int>(HeadStatistic::kRows)], 1);
  EXPECT_EQ(answer.statistics.floats()[static_cast<int>(HeadStatistic::kEntropy)], 0);
}

TEST_F(SmallCoreTest, AKeyOfNoWeightHasNoneAmongTheTopKeys) {
  const AttentionAnswer answer = Ask({}, {1}, {0, -88}, {4, 8});
  EXPECT_EQ(answer.probabilities.floats()[1], 0);
  EXPECT_EQ(answer.top_weights.floats()[0], 1);
  EXPECT_EQ(answer.top_weights.floats()[1], 0);
}

TEST_F(SmallCoreTest, SlopesWindowsAndCapsMakeTheScores) {
  CoreOptions options;
  options.scale = 2;
  options.alibi_slopes = {0.5f};
  options.window = 2;
  options.softcap = 3;
  options.causal = true;
  // Two queries, three keys: query 1 stands at key 2 and sees keys 1 and 2.
  const AttentionAnswer answer = Ask(options, {1, 1}, {1, 2, 0.5f}, {0, 0, 0});
  const float* scores = answer.scores.floats() + 3;
  EXPECT_EQ(scores[0], -std::numeric_limits<float>::infinity());
  EXPECT_NEAR(scores[1], 3 * std::tanh((2 * 2 - 0.5) / 3), 1e-6);
  EXPECT_NEAR(scores[2], 3 * std::tanh(1.0 / 3), 1e-6);
}

// Of 8 MiB and more, contexts are written past the caches.
TEST(LargeCoreTest, HeadsTogetherAreAsEachAlone) {
  constexpr std::int64_t kHeads = 4;
  constexpr std::int64_t kLength = 8192;
  constexpr std::int64_t kHeadDim = 64;
  CoreOptions options;
  options.heads = options.kv_heads = kHeads;
  options.head_dim = kHeadDim;
  options.causal = true;
  options.window = 8;
  const std::unique_ptr<Engine> engine = *Engine::Create({/*workers=*/2});
  const auto layer = AttentionLayer::Create(*engine, *CoreSpec(options), {});
  ASSERT_THAT(layer, testing::IsOk());
  testing::Random random{5};
  const std::vector<float> values =
      testing::RandomFloats(random, kHeads * kLength * kHeadDim, 1.0f);
  AttentionRequest request;
  request.input = request.key_input = request.value_input =
      *TensorView::Create(values.data(), values.size() * sizeof(float), DType::kF32,
                          *Shape::Create({1, kHeads, kLength, kHeadDim}));
  request.outputs.context = false;
  request.outputs.head_context_heads = {0, 1, 2, 3};
  const auto together = Attend(**layer, request);
  ASSERT_THAT(together, testing::IsOk());
  ASSERT_GE(together->head_context.view().bytes(), std::int64_t{8} << 20);
  for (int head = 0; head < kHeads; ++head) {
    request.outputs.head_context_heads = {head};
    const auto alone = Attend(**layer, request);
    ASSERT_THAT(alone, testing::IsOk());
    const float* want = alone->head_context.floats();
    const float* got = together->head_context.floats() + head * kLength * kHeadDim;
    EXPECT_TRUE(std::equal(want, want + kLength * kHeadDim, got)) << "head " << head;
  }
}

TEST_F(SmallCoreTest, MakingOneTakesNoLock) {
  // A batch on another thread would deadlock this one if Create waited for the engine.
  const CoreOptions options = Options();
  for (int i = 0; i < 100; ++i) {
    ASSERT_THAT(AttentionLayer::Create(*engine_, *CoreSpec(options), {}), testing::IsOk());
  }
  EXPECT_EQ(engine_->stats().plans, 0);
}

}  // namespace
}  // namespace headwise
