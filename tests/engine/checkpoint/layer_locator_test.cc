#include "engine/checkpoint/layer_locator.h"

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
using ::headwise::testing::PlanTest;

using LayerLocatorTest = PlanTest;

TEST_F(LayerLocatorTest, PrefixMayBeThereOrNot) {
  EXPECT_EQ(Plan(kGpt2, Gpt2Layer("h.0.attn"))->layers[0].spec.module, "h.0.attn");
  EXPECT_EQ(Plan(kGpt2, Gpt2Layer("transformer.h.0.attn"))->layers[0].spec.module,
            "transformer.h.0.attn");
}

TEST_F(LayerLocatorTest, TwoPathsAreAmbiguous) {
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  for (const FakeTensor& tensor : Gpt2Layer("transformer.h.0.attn")) tensors.push_back(tensor);
  ExpectRefused(kGpt2, tensors, "found it under \"h.{i}.attn\" and \"transformer.h.{i}.attn\"");
}

TEST_F(LayerLocatorTest, MaskBuffersAreNoWeights) {
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  tensors.push_back({"h.0.attn.bias", {1, 1, 4, 4}, "BOOL"});
  tensors.push_back({"h.0.attn.masked_bias", {}});
  const auto plan = Plan(kGpt2, tensors);
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->layers[0].tensors.size(), 4u);
}

TEST_F(LayerLocatorTest, UnknownTensorsInTheModuleAreRefused) {
  std::vector<FakeTensor> tensors = CourseHead();
  tensors.push_back({"q_norm.scale", {4}});
  ExpectRefused(R"({"model_type":"rasbt_causal_attention"})", tensors,
                "q_norm.scale: not expected in the attention of rasbt_causal_attention");
}

TEST_F(LayerLocatorTest, MissingLayersAndTensors) {
  ExpectRefused(kGpt2, Gpt2Layer("h.1.attn"),
                "expected h.0.attn, it is missing though h.1.attn is there");
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  tensors.erase(tensors.begin() + 2, tensors.end());
  ExpectRefused(kGpt2, tensors,
                "expected h.0.attn.c_proj.weight for gpt2, found h.0.attn.c_attn.bias, "
                "h.0.attn.c_attn.weight");
  ExpectRefused(kGpt2, {{"wte.weight", {2, 8}}},
                "expected h.{i}.attn.c_attn.weight or transformer.h.{i}.attn.c_attn.weight or "
                "h.{i}.crossattention.q_attn.weight or "
                "transformer.h.{i}.crossattention.q_attn.weight for gpt2, found wte.weight");
}

TEST_F(LayerLocatorTest, LayersComeInTheOrderOfTheirNumbers) {
  std::vector<FakeTensor> tensors;
  for (int i = 11; i >= 0; --i) {
    for (const FakeTensor& tensor : Gpt2Layer("h." + std::to_string(i) + ".attn")) {
      tensors.push_back(tensor);
    }
  }
  const auto plan = Plan(R"({"model_type":"gpt2","n_head":2})", tensors);
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->layers[2].spec.module, "h.2.attn");
  EXPECT_EQ(plan->layers[10].spec.module, "h.10.attn");
}

TEST_F(LayerLocatorTest, AbsurdLayerNumbers) {
  ExpectRefused(R"({"model_type":"gpt2","n_head":2})", Gpt2Layer("h.70000.attn"),
                "expected at most 65536 layers, found layer 70000");
}

TEST_F(LayerLocatorTest, TorchVariantsWithoutSupportAreNamed) {
  const std::string config = R"({"model_type":"torch_mha","embed_dim":4,"num_heads":2})";
  std::vector<FakeTensor> tensors = {{"in_proj_weight", {12, 4}}, {"out_proj.weight", {4, 4}}};
  EXPECT_THAT(Plan(config, tensors), IsOk());
  tensors.push_back({"bias_k", {1, 1, 4}});
  ExpectUnimplemented(config, tensors, "bias_k: a learned extra key (add_bias_kv): not supported");
  ExpectRefused(config, {{"q_proj_weight", {4, 4}}},
                "expected k_proj_weight, v_proj_weight, out_proj.weight for torch_mha");
}

}  // namespace
}  // namespace headwise
