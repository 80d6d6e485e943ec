#include "engine/checkpoint/architecture.h"

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
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

TEST_F(ArchitectureTest, CrossAttentionIsLeftOutWithANote) {
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  tensors.push_back({"h.0.crossattention.c_attn.weight", {8, 16}});
  EXPECT_THAT(Plan(kGpt2, tensors)->notes, ElementsAre(HasSubstr("cross-attention")));
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
