// Every golden checkpoint, and the demo model.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/weight_parts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::GoldenDir;
using ::headwise::testing::IsOk;
using ::headwise::testing::ReadWholeFile;
using ::headwise::testing::StatusIs;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

nlohmann::json ReadJson(const std::string& name, const std::string& file) {
  return nlohmann::json::parse(ReadWholeFile(GoldenDir(name) + "/" + file));
}

Checkpoint OpenGolden(const std::string& name) { return Checkpoint::Open(GoldenDir(name)).value(); }

std::string PrintName(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

// Every case that has a checkpoint.
std::vector<std::string> CasesWithWeights() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(GoldenDir(""))) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory()) continue;
    if (ReadJson(name, "config.json")["model_type"] != "attention") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenCaseTest : public ::testing::TestWithParam<std::string> {
 protected:
  GoldenCaseTest() : facts_(ReadJson(GetParam(), "case.json")) {}

  // The layer of ours that has this module path; null if there is none.
  const LayerSpec* Find(const nlohmann::json& layer) const {
    for (const LayerSpec& spec : checkpoint_.layers()) {
      if (spec.module == layer["module"]) return &spec;
    }
    ADD_FAILURE() << "no layer " << layer["module"];
    return nullptr;
  }

  const Checkpoint checkpoint_ = OpenGolden(GetParam());
  const nlohmann::json facts_;
};

TEST_P(GoldenCaseTest, SpecsAreThoseOfTheCase) {
  for (const nlohmann::json& layer : facts_["layers"]) {
    const LayerSpec* spec = Find(layer);
    ASSERT_NE(spec, nullptr);
    EXPECT_EQ(spec->heads, layer["heads"]);
    EXPECT_EQ(spec->kv_heads, layer["kv_heads"]);
    EXPECT_EQ(spec->head_dim, layer["head_dim"]);
    EXPECT_DOUBLE_EQ(spec->scale, layer["scale"]);
    EXPECT_EQ(spec->window, layer.value("window", 0));
    EXPECT_DOUBLE_EQ(spec->softcap, layer.value("softcap", 0.0));
    EXPECT_EQ(spec->sinks, layer.value("sinks", false));
    EXPECT_EQ(spec->cross, facts_["kind"] == "cross");
    EXPECT_EQ(spec->causal, facts_["request"]["causal"]);
  }
}

TEST_P(GoldenCaseTest, AlibiSlopesAreThoseOfTheCase) {
  for (const nlohmann::json& layer : facts_["layers"]) {
    const auto slopes = layer.value("alibi_slopes", std::vector<float>{});
    EXPECT_THAT(Find(layer)->alibi_slopes, ::testing::Pointwise(::testing::FloatEq(), slopes));
  }
}

TEST_P(GoldenCaseTest, NormsAreThoseOfTheCase) {
  for (std::size_t i = 0; i < checkpoint_.layers().size(); ++i) {
    const LayerSpec& spec = checkpoint_.layers()[i];
    const LayerWeights weights = checkpoint_.ReadLayer(static_cast<int>(i)).value();
    for (const nlohmann::json& layer : facts_["layers"]) {
      if (layer["module"] != spec.module) continue;
      const bool normed = layer.contains("qk_norm");
      EXPECT_EQ(spec.qk_norm.kind, normed ? NormKind::kRms : NormKind::kNone);
      EXPECT_EQ(weights.query_norm.size(), normed ? spec.query_width() : 0u);
      EXPECT_EQ(weights.key_norm.size(), normed ? spec.key_width() : 0u);
    }
  }
}

TEST_P(GoldenCaseTest, RotaryEmbeddingIsThatOfTheCase) {
  for (const nlohmann::json& layer : facts_["layers"]) {
    const RopeSpec& rope = Find(layer)->rope;
    if (!layer.contains("rope")) {
      EXPECT_EQ(rope.dims, 0);
      continue;
    }
    const nlohmann::json& expected = layer["rope"];
    EXPECT_EQ(rope.dims, expected["dims"]);
    EXPECT_DOUBLE_EQ(rope.base, expected["base"]);
    EXPECT_EQ(rope.interleaved, expected["interleaved"]);
    const nlohmann::json& scaling = expected["scaling"];
    EXPECT_EQ(RopeScalingName(rope.scaling), scaling.is_null() ? "none" : scaling["rope_type"]);
    EXPECT_DOUBLE_EQ(rope.factor, scaling.is_null() ? 1.0 : scaling["factor"].get<double>());
  }
}

// As large as the result and larger, and in parts that a layer has not.
TEST_P(GoldenCaseTest, WhatUsedMemoryHoldsDoesNotMatter) {
  for (std::size_t i = 0; i < checkpoint_.layers().size(); ++i) {
    LayerWeights fresh = checkpoint_.ReadLayer(static_cast<int>(i)).value();
    for (const std::size_t more : {0, 3}) {
      LayerWeights used;
      for (int part = 0; part < kPartCount; ++part) {
        const std::size_t size = PartOf(fresh, static_cast<Part>(part)).size();
        PartOf(used, static_cast<Part>(part)).assign(size + more, std::nanf(""));
      }
      LayerWeights again = checkpoint_.ReadLayer(static_cast<int>(i), std::move(used)).value();
      for (int part = 0; part < kPartCount; ++part) {
        EXPECT_EQ(PartOf(again, static_cast<Part>(part)), PartOf(fresh, static_cast<Part>(part)));
      }
    }
  }
}

TEST_P(GoldenCaseTest, WeightsHaveTheSizesOfTheSpec) {
  for (std::size_t i = 0; i < checkpoint_.layers().size(); ++i) {
    const LayerSpec& spec = checkpoint_.layers()[i];
    const LayerWeights weights = checkpoint_.ReadLayer(static_cast<int>(i)).value();
    EXPECT_EQ(weights.query.size(), spec.query_width() * spec.d_model);
    EXPECT_EQ(weights.key.size(), spec.key_width() * spec.key_input_width());
    EXPECT_EQ(weights.value.size(), spec.value_width() * spec.value_input_width());
    EXPECT_EQ(weights.output.size(), spec.output_projection ? spec.d_out * spec.merged_width() : 0);
    EXPECT_EQ(weights.query_bias.empty(), !spec.input_bias);
    EXPECT_EQ(weights.output_bias.size(), spec.output_bias ? spec.d_out : 0u);
    EXPECT_EQ(weights.sinks.size(), spec.sinks ? spec.heads : 0u);
    EXPECT_EQ(weights.relative_bias.size(), spec.relative_bias.buckets * spec.heads);
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenCaseTest, ::testing::ValuesIn(CasesWithWeights()),
                         PrintName);

TEST(GoldenCheckpointsTest, EveryCaseIsThere) { EXPECT_GE(CasesWithWeights().size(), 49u); }

TEST(GoldenCheckpointsTest, CasesWithoutProjectionsAreUnimplementedByName) {
  EXPECT_THAT(
      Checkpoint::Open(GoldenDir("qkv_one_key")),
      StatusIs(absl::StatusCode::kUnimplemented,
               AllOf(HasSubstr("model_type \"attention\" is not supported"), HasSubstr("gpt2"))));
}

TEST(GoldenCheckpointsTest, KeysAndValuesOfOtherWidths) {
  const LayerSpec spec = OpenGolden("torch_mha_kdim_vdim").layers()[0];
  EXPECT_TRUE(spec.cross);
  EXPECT_EQ(spec.key_input_width(), 28);
  EXPECT_EQ(spec.value_input_width(), 36);
  EXPECT_TRUE(spec.input_bias);
}

TEST(GoldenCheckpointsTest, BothTowersAreLayers) {
  const Checkpoint clip = OpenGolden("clip_text");
  ASSERT_EQ(clip.layers().size(), 2u);
  EXPECT_EQ(clip.layers()[1].module, "vision_model.encoder.layers.0.self_attn");
  EXPECT_EQ(clip.layers()[1].heads, 4);
  EXPECT_FALSE(clip.layers()[1].causal);
}

TEST(GoldenCheckpointsTest, AllSectionsOfAnEncoderDecoder) {
  const Checkpoint whisper = OpenGolden("whisper_self");
  std::vector<std::string> modules;
  for (const LayerSpec& layer : whisper.layers()) modules.push_back(layer.module);
  EXPECT_THAT(modules,
              ElementsAre("model.encoder.layers.0.self_attn", "model.decoder.layers.0.self_attn",
                          "model.decoder.layers.0.encoder_attn"));
  EXPECT_EQ(whisper.layers()[0].heads, 2);
  EXPECT_TRUE(whisper.ReadLayer(0)->key_bias.empty());
}

TEST(GoldenCheckpointsTest, OneTableOfRelativeBiasesForAllLayers) {
  const Checkpoint t5 = OpenGolden("t5_encoder");
  ASSERT_EQ(t5.layers().size(), 2u);
  EXPECT_EQ(t5.layers()[1].relative_bias.buckets, 32);
  EXPECT_TRUE(t5.layers()[1].relative_bias.bidirectional);
  EXPECT_EQ(t5.ReadLayer(0)->relative_bias, t5.ReadLayer(1)->relative_bias);
  EXPECT_EQ(t5.attention_bytes(), 4 * (2 * 4 * 36 * 40 + 32 * 3));
}

TEST(GoldenCheckpointsTest, YarnWithoutTruncation) {
  const RopeSpec rope = OpenGolden("gpt_oss").layers()[0].rope;
  EXPECT_FALSE(rope.truncate);
  EXPECT_EQ(rope.original_max_positions, 32);
  EXPECT_NEAR(rope.attention_factor, 1.3465735902799727, 1e-12);  // 0.1 ln 32 + 1
}

TEST(GoldenCheckpointsTest, OneWeightSetInThreeLayouts) {
  const LayerWeights fused = OpenGolden("rasbt_same_fused").ReadLayer(0).value();
  for (const char* name : {"rasbt_same_wrapper", "rasbt_same_combined"}) {
    const LayerWeights other = OpenGolden(name).ReadLayer(0).value();
    EXPECT_TRUE(fused.query == other.query && fused.query_bias == other.query_bias) << name;
    EXPECT_TRUE(fused.key == other.key && fused.key_bias == other.key_bias) << name;
    EXPECT_TRUE(fused.value == other.value && fused.value_bias == other.value_bias) << name;
    EXPECT_TRUE(fused.output == other.output && fused.output_bias == other.output_bias) << name;
  }
}

TEST(GoldenCheckpointsTest, PerHeadWidthIsConvertedWithANote) {
  const Checkpoint checkpoint = OpenGolden("rasbt_same_wrapper");
  EXPECT_THAT(checkpoint.notes(),
              ElementsAre("d_out 12 is per head in this checkpoint: 3 heads give 36 columns"));
  EXPECT_EQ(checkpoint.layers()[0].d_out, 36);
  EXPECT_THAT(OpenGolden("rasbt_same_fused").notes(), IsEmpty());
}

TEST(GoldenCheckpointsTest, WidthsThatDiffer) {
  const LayerSpec spec = OpenGolden("rasbt_mha").layers()[0];
  EXPECT_EQ(spec.d_model, 30);
  EXPECT_EQ(spec.d_out, 36);
  EXPECT_EQ(OpenGolden("rasbt_wrapper_h3").layers()[0].d_out, 60);
}

TEST(GoldenCheckpointsTest, MaskBufferIsNoBias) {
  const Checkpoint checkpoint = OpenGolden("gpt2");
  EXPECT_EQ(checkpoint.ReadLayer(0)->query_bias.size(), 48u);
  EXPECT_EQ(checkpoint.attention_bytes(), 2 * 4 * (48 * 144 + 144 + 48 * 48 + 48));
}

TEST(GoldenCheckpointsTest, StoredTypes) {
  EXPECT_EQ(OpenGolden("gpt2_f16").weights_dtype(), DType::kF16);
  EXPECT_EQ(OpenGolden("gpt2").weights_dtype(), DType::kF32);
}

TEST(GoldenCheckpointsTest, DemoModelOpens) {
  const Checkpoint demo =
      Checkpoint::Open(std::string(HEADWISE_SOURCE_DIR) + "/deploy/demo").value();
  ASSERT_EQ(demo.layers().size(), 4u);
  EXPECT_EQ(demo.layers()[3].heads, 8);
  EXPECT_EQ(demo.layers()[3].head_dim, 16);
  EXPECT_EQ(demo.layers()[3].d_out, 128);
  EXPECT_THAT(demo.ReadLayer(3), IsOk());
}

}  // namespace
}  // namespace headwise
