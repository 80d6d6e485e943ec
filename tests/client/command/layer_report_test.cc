#include "client/command/layer_report.h"

#include <algorithm>
#include <string>

#include "client/command/layer_facts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;

LayerSpec Layer(const std::string& module) {
  LayerSpec spec;
  spec.module = module;
  spec.d_model = 64;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 16;
  spec.d_out = 64;
  spec.scale = 0.25;
  spec.causal = true;
  spec.output_projection = true;
  return spec;
}

TEST(LayerReportTest, EqualLayersShareALine) {
  std::vector<LayerSpec> layers;
  for (int i = 0; i < 12; ++i) layers.push_back(Layer("h." + std::to_string(i) + ".attn"));
  const std::string text = LayersTable(layers).Render();
  EXPECT_THAT(text, HasSubstr("0-11   h.{0-11}.attn"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(LayerReportTest, AnotherWindowStartsALine) {
  std::vector<LayerSpec> layers = {Layer("l.0.a"), Layer("l.1.a"), Layer("l.2.a")};
  layers[1].window = 8;
  const std::string text = LayersTable(layers).Render();
  EXPECT_THAT(text, HasSubstr("window 8"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(LayerReportTest, ModulesOfTwoSectionsDoNotMix) {
  EXPECT_TRUE(SameFamily("h.9.attn", "h.10.attn"));
  EXPECT_EQ(ModuleRange("h.9.attn", "h.10.attn"), "h.{9-10}.attn");
  EXPECT_FALSE(SameFamily("e.0.self_attn", "e.0.cross_attn"));
  EXPECT_FALSE(SameFamily("encoder.0.attn", "decoder.0.attn"));
}

TEST(LayerReportTest, ExtrasInWords) {
  LayerSpec spec = Layer("m");
  EXPECT_EQ(ExtrasText(spec), "-");
  spec.rope.dims = 8;
  spec.rope.base = 1000000;
  spec.rope.scaling = RopeScaling::kYarn;
  spec.rope.factor = 4;
  spec.qk_norm.kind = NormKind::kRms;
  spec.softcap = 50;
  spec.sinks = true;
  EXPECT_EQ(ExtrasText(spec),
            "RoPE 8 of 16, base 1000000, yarn x4; rms norm of each head; softcap 50; sinks");
}

TEST(LayerReportTest, JsonHasEverything) {
  LayerSpec spec = Layer("m");
  spec.cross = true;
  spec.key_d_model = 32;
  spec.alibi_slopes = {0.5f, 0.25f};
  const Json json = LayersJson({&spec, 1})[0];
  EXPECT_EQ(json["layer"], 0);
  EXPECT_EQ(json["key_d_model"], 32);
  EXPECT_EQ(json["alibi_slopes"][1], 0.25);
  EXPECT_TRUE(json["rope"].is_null());
  EXPECT_TRUE(json["cross"]);
}

TEST(LayerReportTest, WhatAServerTells) {
  v1::LayerInfo info;
  info.set_d_model(8);
  info.set_heads(2);
  info.set_kv_heads(2);
  info.set_head_dim(4);
  info.set_relative_bias(true);
  info.set_parameters(3 * 8 * 8 + 32 * 2);
  info.mutable_rope()->set_dims(4);
  info.mutable_rope()->set_scaling("llama3");
  const LayerSpec spec = SpecOf(info);
  EXPECT_EQ(spec.relative_bias.buckets, 32);
  EXPECT_EQ(spec.rope.scaling, RopeScaling::kLlama3);
  EXPECT_EQ(spec.parameters(), info.parameters());
}

TEST(SpecOfTest, ValuesMayHaveAWidthOfTheirOwn) {
  v1::LayerInfo layer;
  layer.set_heads(4);
  layer.set_head_dim(8);
  layer.set_value_dim(3);
  EXPECT_EQ(SpecOf(layer).value_head_dim(), 3);
  layer.set_value_dim(8);
  EXPECT_EQ(SpecOf(layer).value_dim, 0);
}

}  // namespace
}  // namespace headwise
