// Every golden checkpoint, and the demo model.
#include <cstdint>
#include <filesystem>
#include <set>

#include "absl/strings/match.h"
#include "engine/checkpoint/checkpoint.h"
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

class SupportedCaseTest : public ::testing::TestWithParam<std::string> {};

TEST_P(SupportedCaseTest, SpecsAreThoseOfTheCase) {
  const Checkpoint checkpoint = OpenGolden(GetParam());
  const nlohmann::json facts = ReadJson(GetParam(), "case.json");
  EXPECT_EQ(checkpoint.architecture(), ReadJson(GetParam(), "config.json")["model_type"]);
  ASSERT_EQ(checkpoint.layers().size(), facts["layers"].size());
  for (std::size_t i = 0; i < facts["layers"].size(); ++i) {
    const LayerSpec& spec = checkpoint.layers()[i];
    const nlohmann::json& layer = facts["layers"][i];
    EXPECT_EQ(spec.module, layer["module"]);
    EXPECT_EQ(spec.heads, layer["heads"]);
    EXPECT_EQ(spec.kv_heads, layer["kv_heads"]);
    EXPECT_EQ(spec.head_dim, layer["head_dim"]);
    EXPECT_DOUBLE_EQ(spec.scale, layer["scale"]);
    EXPECT_EQ(spec.causal, facts["request"]["causal"]);
  }
}

TEST_P(SupportedCaseTest, WeightsHaveTheSizesOfTheSpec) {
  const Checkpoint checkpoint = OpenGolden(GetParam());
  for (std::size_t i = 0; i < checkpoint.layers().size(); ++i) {
    const LayerSpec& spec = checkpoint.layers()[i];
    const LayerWeights weights = checkpoint.ReadLayer(static_cast<int>(i)).value();
    const std::int64_t matrices = static_cast<std::int64_t>(
        weights.query.size() + weights.key.size() + weights.value.size() + weights.output.size());
    const std::int64_t biases =
        static_cast<std::int64_t>(weights.query_bias.size() + weights.key_bias.size() +
                                  weights.value_bias.size() + weights.output_bias.size());
    EXPECT_EQ(matrices + biases, spec.parameters());
    EXPECT_EQ(static_cast<std::int64_t>(weights.query.size()), spec.query_width() * spec.d_model);
    EXPECT_EQ(weights.output.empty(), !spec.output_projection);
    EXPECT_EQ(weights.query_bias.empty(), !spec.input_bias);
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, SupportedCaseTest,
                         ::testing::Values("rasbt_v1", "rasbt_v2", "rasbt_wrapper_h2",
                                           "rasbt_wrapper_h3", "rasbt_wrapper_h3_out_proj",
                                           "rasbt_mha", "rasbt_mha_bias", "rasbt_same_wrapper",
                                           "rasbt_same_fused", "rasbt_same_combined",
                                           "ch03_published_wrapper", "ch03_published_mha",
                                           "torch_mha_self", "torch_mha_key_padding",
                                           "torch_mha_bool_mask", "torch_mha_float_mask", "gpt2",
                                           "gpt2_f16", "gpt2_one_token"),
                         PrintName);

class UnsupportedCaseTest : public ::testing::TestWithParam<std::string> {};

TEST_P(UnsupportedCaseTest, IsUnimplementedByName) {
  const std::string type = ReadJson(GetParam(), "config.json")["model_type"];
  EXPECT_THAT(Checkpoint::Open(GoldenDir(GetParam())),
              StatusIs(absl::StatusCode::kUnimplemented,
                       AllOf(HasSubstr("model_type \"" + type + "\" is not supported"),
                             HasSubstr("gpt2"))));
}

INSTANTIATE_TEST_SUITE_P(Golden, UnsupportedCaseTest,
                         ::testing::Values("llama", "llama_sharded", "bert_padding", "vit",
                                           "clip_text", "t5_encoder", "falcon_new", "gpt_neox",
                                           "phi3", "qwen3", "gemma2", "gpt_oss", "whisper_self",
                                           "qkv_one_key"),
                         PrintName);

TEST(GoldenCheckpointsTest, EveryCaseOpensOrIsUnimplemented) {
  std::size_t cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GoldenDir(""))) {
    if (!entry.is_directory()) continue;
    ++cases;
    const absl::Status status = Checkpoint::Open(entry.path().string()).status();
    EXPECT_TRUE(status.ok() || absl::IsUnimplemented(status)) << entry.path() << status;
  }
  EXPECT_GT(cases, 60u);
}

TEST(GoldenCheckpointsTest, SeparateTorchProjectionsAreUnimplementedByName) {
  EXPECT_THAT(Checkpoint::Open(GoldenDir("torch_mha_kdim_vdim")),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("q_proj_weight")));
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
