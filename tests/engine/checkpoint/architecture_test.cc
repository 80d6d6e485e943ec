#include "engine/checkpoint/architecture.h"

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/architecture_rows.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/plan_fixture.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::CourseHead;
using ::headwise::testing::FakeTensor;
using ::headwise::testing::Gpt2Layer;
using ::headwise::testing::IsOk;
using ::headwise::testing::kGpt2;
using ::headwise::testing::MakeSource;
using ::headwise::testing::PlanTest;
using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using ArchitectureTest = PlanTest;

TEST_F(ArchitectureTest, UnknownModelTypeListsTheKnownOnes) {
  ExpectUnimplemented(R"({"model_type":"mamba"})", {},
                      "config.json: model_type \"mamba\" is not supported, expected one of "
                      "rasbt_self_attention_v1, ");
}

TEST_F(ArchitectureTest, QuantizedCheckpoints) {
  ExpectUnimplemented(R"({"model_type":"gpt2","quantization_config":{}})", {},
                      "quantized checkpoints are not supported, found quantization_config");
  ExpectUnimplemented(kGpt2, {{"h.0.attn.c_attn.qweight", {1}, "I32"}},
                      "quantized checkpoints are not supported, found h.0.attn.c_attn.qweight");
}

TEST_F(ArchitectureTest, QuantizedPartsBesideAttentionAreNoted) {
  const std::string config =
      R"({"model_type":"gpt2","n_head":2,"quantization_config":{"modules_to_not_convert":)";
  const auto plan = Plan(config + R"(["h.*.attn","lm_head"]}})", Gpt2Layer("h.0.attn"));
  ASSERT_THAT(plan, IsOk());
  EXPECT_THAT(plan->notes,
              ElementsAre("parts of this checkpoint are quantized, its attention is not"));
  ExpectUnimplemented(config + R"(["lm_head"]}})", Gpt2Layer("h.0.attn"),
                      "found quantization_config");
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  tensors[0].dtype = "F8_E4M3";
  ExpectUnimplemented(config + R"(["h.*.attn"]}})", tensors, "dtype F8_E4M3 is not supported");
}

TEST_F(ArchitectureTest, OneRowMakesAnArchitecture) {
  ArchitectureRow row = LlamaLike("mine", {"mine"});
  row.sections[0].modules = {"blocks.{i}.mixer"};
  const std::vector<ArchitectureRow> table = {row};
  const TensorSource source = MakeSource(dir_, {{"blocks.0.mixer.q_proj.weight", {8, 8}},
                                                {"blocks.0.mixer.k_proj.weight", {4, 8}},
                                                {"blocks.0.mixer.v_proj.weight", {4, 8}},
                                                {"blocks.0.mixer.o_proj.weight", {8, 8}}});
  const auto config =
      Config::Parse(R"({"model_type":"mine","num_attention_heads":2,"num_key_value_heads":1})");
  const auto plan = PlanCheckpoint(*config, source, table);
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->architecture, "mine");
  EXPECT_EQ(plan->layers[0].spec.kv_heads, 1);
  EXPECT_EQ(plan->layers[0].spec.rope.dims, 4);
  EXPECT_THAT(PlanCheckpoint(Config::Parse(R"({"model_type":"gpt2"})").value(), source, table),
              StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("expected one of mine")));
}

TEST_F(ArchitectureTest, SkippedTensorsAreCounted) {
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  for (const FakeTensor& tensor : Gpt2Layer("h.1.attn")) tensors.push_back(tensor);
  tensors.push_back({"h.0.attn.bias", {4, 4}});
  tensors.push_back({"h.1.attn.bias", {4, 4}});
  tensors.push_back({"wte.weight", {2, 8}});
  const auto plan = Plan(R"({"model_type":"gpt2","n_head":2})", tensors);
  ASSERT_THAT(plan, IsOk());
  ASSERT_EQ(plan->skipped.size(), 2u);
  EXPECT_EQ(plan->skipped[0].names, "h.{i}.attn.bias");
  EXPECT_EQ(plan->skipped[0].tensors, 2);
  EXPECT_EQ(plan->skipped[1].names, "all others");
  EXPECT_EQ(plan->skipped[1].tensors, 1);
}

TEST_F(ArchitectureTest, TensorsDecideOnBiases) {
  const std::string config =
      R"({"model_type":"llama","num_attention_heads":2,"attention_bias":true})";
  std::vector<FakeTensor> tensors;
  for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
    tensors.push_back({absl::StrCat("layers.0.self_attn.", name, ".weight"), {8, 8}});
  }
  EXPECT_THAT(Plan(config, tensors)->notes,
              ElementsAre("config.json's attention_bias is true, but the self-attention layers "
                          "have no biases on queries, keys or values: the tensors decide"));
  tensors.push_back({"layers.0.self_attn.q_proj.bias", {8}});
  EXPECT_THAT(Plan(config, tensors)->notes, IsEmpty());
}

TEST_F(ArchitectureTest, WithoutModelTypeTheNamesTell) {
  std::vector<FakeTensor> tensors = CourseHead();
  tensors.push_back({"mask", {5, 5}});
  const auto plan = Plan("{}", tensors);
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->architecture, "rasbt_causal_attention");
  EXPECT_TRUE(plan->layers[0].spec.causal);
  EXPECT_THAT(plan->notes,
              ElementsAre("config.json has no model_type: the tensors' names are those "
                          "of rasbt_causal_attention, causal"));
}

TEST_F(ArchitectureTest, WithoutModelTypeAmbiguousNamesAskForIt) {
  ExpectRefused("{}", CourseHead(),
                "config.json: add model_type, the tensors' names fit rasbt_self_attention_v2 and "
                "rasbt_causal_attention");
  ExpectRefused("{}", Gpt2Layer("h.0.attn"),
                "config.json: add model_type, the tensors' names do not tell it; one of ");
}

TEST_F(ArchitectureTest, ModelTypeMustBeAString) {
  ExpectRefused(R"({"model_type":7})", {}, "config.json: model_type: expected a string, found 7");
}

}  // namespace
}  // namespace headwise
