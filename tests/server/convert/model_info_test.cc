#include "server/convert/model_info.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/convert/request_builder.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;

TEST(ModelInfoTest, FlopsCountWhatIsUseful) {
  const v1::LayerInfo info = LayerToProto(TestSpec());
  // Q of 12 columns, K and V of 6 each, over D = 8; the merge of 12 x 10.
  EXPECT_EQ(info.projection_flops_per_token(), 2 * (8 * (12 + 6 + 6) + 12 * 10));
  EXPECT_EQ(info.attention_flops_per_pair(), 4 * 3 * 4);
  EXPECT_EQ(info.heads(), 4);
  EXPECT_EQ(info.kv_heads(), 2);
  EXPECT_EQ(info.parameters(), TestSpec().parameters());
}

TEST(ModelInfoTest, WithoutAnOutputProjection) {
  LayerSpec spec = TestSpec();
  spec.output_projection = false;
  EXPECT_EQ(LayerToProto(spec).projection_flops_per_token(), 2 * 8 * 24);
}

TEST(ModelInfoTest, KeysAndValuesHaveTheirOwnWidths) {
  LayerSpec spec = CrossSpec();
  spec.value_dim = 5;
  const v1::LayerInfo info = LayerToProto(spec);
  EXPECT_TRUE(info.cross());
  EXPECT_EQ(info.key_d_model(), 6);
  EXPECT_EQ(info.value_d_model(), 7);
  // Q of 12 columns over 8, K of 6 over 6, V of 10 over 7; the merge of 20 x 10.
  EXPECT_EQ(info.projection_flops_per_token(), 2 * (8 * 12 + 6 * 6 + 7 * 10 + 20 * 10));
  EXPECT_EQ(info.attention_flops_per_pair(), 2 * (3 + 5) * 4);
  EXPECT_EQ(LayerToProto(TestSpec()).key_d_model(), 8);
}

TEST(ModelInfoTest, RulesOfScores) {
  LayerSpec spec = TestSpec();
  spec.window = 128;
  spec.softcap = 50;
  spec.clip_qkv = 6;
  spec.alibi_slopes = {.5f, .25f, .125f, .0625f};
  spec.sinks = true;
  spec.relative_bias.buckets = 32;
  const v1::LayerInfo info = LayerToProto(spec);
  EXPECT_EQ(info.window(), 128);
  EXPECT_EQ(info.softcap(), 50);
  EXPECT_EQ(info.clip_qkv(), 6);
  EXPECT_THAT(info.alibi_slopes(), ElementsAre(.5, .25, .125, .0625));
  EXPECT_TRUE(info.sinks());
  EXPECT_TRUE(info.relative_bias());
}

TEST(ModelInfoTest, RotaryEmbeddingAndNorm) {
  LayerSpec spec = RotarySpec();
  spec.rope.interleaved = true;
  spec.rope.attention_factor = 1.5;
  spec.qk_norm = {NormKind::kRms, NormScope::kProjection, 1e-6};
  const v1::LayerInfo info = LayerToProto(spec);
  EXPECT_EQ(info.rope().dims(), 2);
  EXPECT_TRUE(info.rope().interleaved());
  EXPECT_EQ(info.rope().base(), 10000);
  EXPECT_EQ(info.rope().scaling(), "dynamic");
  EXPECT_EQ(info.rope().factor(), 2);
  EXPECT_EQ(info.rope().attention_factor(), 1.5);
  EXPECT_TRUE(info.rope().depends_on_length());
  EXPECT_EQ(info.norm().kind(), "rms");
  EXPECT_TRUE(info.norm().projection());
  EXPECT_EQ(info.norm().epsilon(), 1e-6);
}

TEST(ModelInfoTest, WhatALayerHasNotIsAbsent) {
  const v1::LayerInfo info = LayerToProto(TestSpec());
  EXPECT_FALSE(info.has_rope());
  EXPECT_FALSE(info.has_norm());
  EXPECT_FALSE(info.cross() || info.sinks() || info.relative_bias());
  EXPECT_EQ(info.alibi_slopes_size(), 0);
}

TEST(ModelInfoTest, AModelThatLoadsHasANameAndAState) {
  const v1::GetModelResponse model = ModelToProto("demo", nullptr);
  EXPECT_EQ(model.name(), "demo");
  EXPECT_EQ(model.state(), v1::MODEL_STATE_LOADING);
  EXPECT_EQ(model.layers_size(), 0);
  EXPECT_EQ(SummaryToProto("demo", nullptr).state(), v1::MODEL_STATE_LOADING);
}

}  // namespace
}  // namespace headwise::testing
