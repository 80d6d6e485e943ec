// Questions about heads change no answer, and their answers fit each other.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "engine/attention/attention_layer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using testing::IsOk;

class QuestionsTest : public ::testing::Test {
 protected:
  std::unique_ptr<AttentionLayer> Make(const LayerSpec& spec) {
    weights_ = testing::RandomWeights(random_, spec);
    auto layer = AttentionLayer::Create(*engine_, spec, weights_);
    EXPECT_THAT(layer, IsOk());
    return *std::move(layer);
  }

  static OutputSelection Everything() {
    OutputSelection outputs;
    outputs.head_context_heads = {2, 0};
    outputs.contribution_heads = {0, 1, 2, 3};
    outputs.log_sum_exp = true;
    outputs.probabilities = {{1, 3}, {}};
    outputs.scores = {{0}, {7, 3}};
    outputs.top_keys = {{3, 2}, {}};
    outputs.top_count = 5;
    outputs.statistics = {{0, 1, 2, 3}, {}};
    return outputs;
  }

  testing::Random random_{11};
  std::unique_ptr<Engine> engine_ = *Engine::Create({/*workers=*/2});
  LayerWeights weights_;
};

TEST_F(QuestionsTest, AskingNeverChangesTheContext) {
  for (std::int64_t tokens : {9, 1100}) {
    auto layer = Make(testing::MakeSpec(48, 4, 2, 16));
    const Tensor input = testing::RandomInput(random_, 2, tokens, 48);
    Call plain, asked;
    plain.request.input = asked.request.input = input.view();
    asked.request.outputs = Everything();
    testing::Run(*layer, {&plain});
    testing::Run(*layer, {&asked});
    ASSERT_THAT(asked.task.status, IsOk());
    EXPECT_EQ(testing::Bytes(plain.context), testing::Bytes(asked.context));
  }
}

TEST_F(QuestionsTest, ContributionsSumToTheContextWithoutBias) {
  LayerSpec spec = testing::MakeSpec(48, 4, 4, 16);
  for (bool projected : {true, false}) {
    spec.output_projection = spec.output_bias = projected;
    spec.d_out = projected ? 40 : spec.merged_width();
    auto layer = Make(spec);
    const Tensor input = testing::RandomInput(random_, 1, 30, 48);
    Call call;
    call.request.input = input.view();
    call.request.outputs.contribution_heads = {3, 1, 0, 2};
    testing::Run(*layer, {&call});
    ASSERT_THAT(call.task.status, IsOk());
    for (std::int64_t i = 0; i < 30 * spec.d_out; ++i) {
      double sum = projected ? weights_.output_bias[i % spec.d_out] : 0;
      for (int h = 0; h < 4; ++h) sum += call.contributions.floats()[h * 30 * spec.d_out + i];
      ASSERT_NEAR(call.context.floats()[i], sum, 1e-5) << i;
    }
  }
}

TEST_F(QuestionsTest, ContributionsAreUngatedAndCanReplaceGates) {
  auto layer = Make(testing::MakeSpec(48, 4, 2, 16));
  const Tensor input = testing::RandomInput(random_, 1, 12, 48);
  Call all, without;
  all.request.input = without.request.input = input.view();
  all.request.outputs.contribution_heads = {1};
  without.request.gates = {1, 0, 1, 1};
  without.request.outputs.contribution_heads = {1};
  testing::Run(*layer, {&all, &without});
  EXPECT_EQ(testing::Bytes(all.contributions), testing::Bytes(without.contributions));
  for (std::int64_t i = 0; i < 12 * 48; ++i) {
    EXPECT_NEAR(without.context.floats()[i],
                all.context.floats()[i] - all.contributions.floats()[i], 1e-5);
  }
}

TEST_F(QuestionsTest, WhatMasksHideMayHoldNaN) {
  // NaN in keys and values that a Boolean mask, an additive mask or the lengths hide.
  LayerSpec spec = testing::MakeSpec(24, 2, 2, 8);
  spec.cross = true;
  auto layer = Make(spec);
  const Tensor input = testing::RandomInput(random_, 1, 6, 24);
  Tensor keys = testing::RandomInput(random_, 1, 40, 24);
  Tensor shown(DType::kBool, *Shape::Create({1, 1, 1, 40}));
  Tensor added(DType::kF32, *Shape::Create({1, 1, 1, 40}));
  for (int j = 0; j < 40; ++j) {
    shown.mutable_view().data()[j] = std::byte(j % 4 != 1);
    added.floats()[j] = j % 4 == 2 ? -std::numeric_limits<float>::infinity() : 0.1f;
  }
  Call clean, poisoned;
  for (Call* call : {&clean, &poisoned}) {
    call->request.input = input.view();
    call->request.key_input = keys.view();
    call->request.key_lengths = {30};
    call->request.masks = {{shown.view(), MaskMeaning::kAttendWhereTrue},
                           {added.view(), MaskMeaning::kAddedToScores}};
    call->request.outputs = Everything();
    call->request.outputs.head_context_heads = {1, 0};
    call->request.outputs.contribution_heads = {0};
    call->request.outputs.probabilities = {{0, 1}, {}};
    call->request.outputs.scores = {{0}, {3}};
    call->request.outputs.top_keys = {{1}, {}};
    call->request.outputs.statistics = {{0, 1}, {}};
  }
  testing::Run(*layer, {&clean});
  for (int j = 0; j < 40; ++j) {
    const bool hidden = j % 4 == 1 || j % 4 == 2 || j >= 30;
    if (hidden) std::fill_n(keys.floats() + j * 24, 24, std::numeric_limits<float>::quiet_NaN());
  }
  testing::Run(*layer, {&poisoned});
  ASSERT_THAT(poisoned.task.status, IsOk());
  EXPECT_TRUE(std::isfinite(clean.context.floats()[0]));
  EXPECT_EQ(testing::Bytes(clean.context), testing::Bytes(poisoned.context));
  EXPECT_EQ(testing::Bytes(clean.contributions), testing::Bytes(poisoned.contributions));
  EXPECT_EQ(testing::Bytes(clean.probabilities), testing::Bytes(poisoned.probabilities));
  EXPECT_EQ(testing::Bytes(clean.scores), testing::Bytes(poisoned.scores));
  EXPECT_EQ(testing::Bytes(clean.top_keys), testing::Bytes(poisoned.top_keys));
  EXPECT_EQ(testing::Bytes(clean.statistics), testing::Bytes(poisoned.statistics));
}

TEST_F(QuestionsTest, VisibleNaNReachesTheRowsThatSeeItOnly) {
  // Token 5 becomes infinite: rows before it do not see it and keep their bytes.
  LayerSpec spec = testing::MakeSpec(24, 4, 2, 8);
  spec.causal = true;
  auto layer = Make(spec);
  Tensor input = testing::RandomInput(random_, 1, 9, 24);
  Call clean, poisoned;
  for (Call* call : {&clean, &poisoned}) {
    call->request.input = input.view();
    call->request.outputs.head_context_heads = {0, 1, 2, 3};
  }
  testing::Run(*layer, {&clean});
  input.floats()[5 * 24 + 3] = std::numeric_limits<float>::infinity();
  testing::Run(*layer, {&poisoned});
  for (int h = 0; h < 4; ++h) {
    for (int i = 0; i < 9 * 8; ++i) {
      const float value = poisoned.head_context.floats()[h * 72 + i];
      if (i / 8 < 5) {
        EXPECT_EQ(value, clean.head_context.floats()[h * 72 + i]);
      } else {
        EXPECT_FALSE(std::isfinite(value));
      }
    }
  }
}

TEST_F(QuestionsTest, FullyMaskedRowsAreEmptyWithAndWithoutMaps) {
  auto layer = Make(testing::MakeSpec(48, 4, 4, 16));
  const Tensor input = testing::RandomInput(random_, 1, 10, 48);
  Tensor none(DType::kBool, *Shape::Create({1, 1, 10, 1}));
  for (int i = 0; i < 10; ++i) none.mutable_view().data()[i] = std::byte(i == 4);
  Call plain, asked;
  for (Call* call : {&plain, &asked}) {
    call->request.input = input.view();
    call->request.masks = {{none.view(), MaskMeaning::kIgnoreWhereTrue}};
    call->request.outputs.head_context_heads = {2, 0};
    call->request.outputs.log_sum_exp = true;
  }
  asked.request.outputs = Everything();
  testing::Run(*layer, {&plain});
  testing::Run(*layer, {&asked});
  for (const Call* call : {&plain, &asked}) {
    ASSERT_THAT(call->task.status, IsOk());
    for (int d = 0; d < 48; ++d) {
      EXPECT_EQ(call->context.floats()[4 * 48 + d], weights_.output_bias[d]);
    }
    for (int d = 0; d < 16; ++d) EXPECT_EQ(call->head_context.floats()[4 * 16 + d], 0);
    EXPECT_EQ(call->log_sum_exp.floats()[4], -std::numeric_limits<float>::infinity());
  }
  for (int j = 0; j < 10; ++j) EXPECT_EQ(asked.probabilities.floats()[4 * 10 + j], 0);
  std::int32_t key = 0;
  std::memcpy(&key, asked.top_keys.view().data() + 4 * 5 * sizeof(key), sizeof(key));
  EXPECT_EQ(key, -1);
}

TEST_F(QuestionsTest, LowestFloatsAreAnAverageAndNotAMask) {
  auto layer = Make(testing::MakeSpec(16, 1, 1, 8));
  const Tensor input = testing::RandomInput(random_, 1, 4, 16);
  Tensor lowest(DType::kF32, *Shape::Create({1, 1, 1, 4}));
  std::fill_n(lowest.floats(), 4, std::numeric_limits<float>::lowest());
  Call call;
  call.request.input = input.view();
  call.request.masks = {{lowest.view(), MaskMeaning::kAddedToScores}};
  call.request.outputs.probabilities = {{0}, {}};
  testing::Run(*layer, {&call});
  for (int i = 0; i < 16; ++i) EXPECT_NEAR(call.probabilities.floats()[i], 0.25, 1e-6);
}

}  // namespace
}  // namespace headwise
