#include "engine/checkpoint/layer_plan.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/plan_fixture.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::CourseHead;
using ::headwise::testing::FakeTensor;
using ::headwise::testing::Gpt2Layer;
using ::headwise::testing::kGpt2;
using ::headwise::testing::MakeSource;
using ::headwise::testing::PlanTest;
using ::headwise::testing::TempDir;

using LayerPlanTest = PlanTest;

// The row of the part's matrix that comes from row `from` of the tensor.
struct Move {
  Part part;
  std::int64_t from;
  std::int64_t to;
  std::int64_t rows;
};

void ExpectBlocks(const TensorPlan& tensor, const std::vector<Move>& expected) {
  ASSERT_EQ(tensor.blocks.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(tensor.blocks[i].part, expected[i].part);
    EXPECT_EQ(tensor.blocks[i].from, expected[i].from);
    EXPECT_EQ(tensor.blocks[i].to, expected[i].to);
    EXPECT_EQ(tensor.blocks[i].rows, expected[i].rows);
  }
}

TEST_F(LayerPlanTest, ContiguousPackingIsThreeBlocks) {
  const TempDir dir;
  const TensorSource source =
      MakeSource(dir, {{"in_proj_weight", {12, 4}}, {"out_proj.weight", {4, 4}}});
  const auto config = Config::Parse(R"({"model_type":"torch_mha","num_heads":2})").value();
  const CheckpointPlan plan = PlanCheckpoint(config, source).value();
  ExpectBlocks(plan.layers[0].tensors[0],
               {{Part::kQuery, 0, 0, 4}, {Part::kKey, 4, 0, 4}, {Part::kValue, 8, 0, 4}});
  ExpectBlocks(plan.layers[0].tensors[1], {{Part::kOutput, 0, 0, 4}});
}

TEST_F(LayerPlanTest, PerHeadModulesAreStacked) {
  std::vector<FakeTensor> tensors;
  for (const char* head : {"0", "1"}) {
    for (const char* name : {"W_query", "W_key", "W_value"}) {
      tensors.push_back({std::string("heads.") + head + "." + name + ".weight", {3, 5}});
    }
  }
  const TempDir dir;
  const TensorSource source = MakeSource(dir, tensors);
  const CheckpointPlan plan =
      PlanCheckpoint(Config::Parse(R"({"model_type":"rasbt_mha_wrapper"})").value(), source)
          .value();
  EXPECT_EQ(plan.layers[0].spec.d_out, 6);
  EXPECT_FALSE(plan.layers[0].spec.output_projection);
  ExpectBlocks(plan.layers[0].tensors[0], {{Part::kQuery, 0, 0, 3}});
  ExpectBlocks(plan.layers[0].tensors[5], {{Part::kValue, 0, 3, 3}});
}

TEST_F(LayerPlanTest, Gpt2ScaleFlags) {
  const auto scale = [&](const std::string& flags, int layer) {
    std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
    for (const FakeTensor& tensor : Gpt2Layer("h.1.attn")) tensors.push_back(tensor);
    const std::string config = R"({"model_type":"gpt2","n_embd":8,"n_head":2)" + flags + "}";
    return Plan(config, tensors)->layers[layer].spec.scale;
  };
  EXPECT_DOUBLE_EQ(scale("", 1), 0.5);
  EXPECT_DOUBLE_EQ(scale(R"(,"scale_attn_weights":false)", 1), 1.0);
  EXPECT_DOUBLE_EQ(scale(R"(,"scale_attn_by_inverse_layer_idx":true)", 0), 0.5);
  EXPECT_DOUBLE_EQ(scale(R"(,"scale_attn_by_inverse_layer_idx":true)", 1), 0.25);
  EXPECT_DOUBLE_EQ(
      scale(R"(,"scale_attn_weights":false,"scale_attn_by_inverse_layer_idx":true)", 1), 0.5);
}

TEST_F(LayerPlanTest, ScaleFlagsMustBeBooleans) {
  ExpectRefused(R"({"model_type":"gpt2","n_head":2,"scale_attn_weights":1})", Gpt2Layer("h.0.attn"),
                "config.json: scale_attn_weights: expected true or false, found 1");
}

TEST_F(LayerPlanTest, TransposedWeightsListExpectedAndFound) {
  std::vector<FakeTensor> tensors = Gpt2Layer("h.0.attn");
  tensors[0].shape = {24, 8};
  tensors[1].shape = {8};
  ExpectRefused(kGpt2, tensors,
                "h.0.attn.c_attn.weight: expected [8,24], found [24,8]; model.safetensors: "
                "h.0.attn.c_attn.bias: expected [24], found [8]");
}

TEST_F(LayerPlanTest, ManyWrongShapesAreCounted) {
  std::vector<FakeTensor> tensors;
  for (const char* head : {"0", "1", "2"}) {
    for (const char* name : {"W_query", "W_key", "W_value"}) {
      tensors.push_back({std::string("heads.") + head + "." + name + ".weight", {3, 6}});
    }
  }
  ExpectRefused(R"({"model_type":"rasbt_mha_wrapper","head_dim":2})", tensors,
                "expected [2,6], found [3,6]; and 5 more");
}

TEST_F(LayerPlanTest, OneOfTheHeadsWithABias) {
  std::vector<FakeTensor> tensors;
  for (const char* name : {"W_query", "W_key", "W_value"}) {
    tensors.push_back({std::string("heads.0.") + name + ".weight", {2, 6}});
    tensors.push_back({std::string("heads.1.") + name + ".weight", {2, 6}});
  }
  tensors.push_back({"heads.1.W_key.bias", {2}});
  ExpectRefused(R"({"model_type":"rasbt_mha_wrapper"})", tensors,
                "heads.1.W_key.weight: expected no bias as for heads.0.W_key.weight");
}

TEST_F(LayerPlanTest, TypesThatAttentionCannotUse) {
  std::vector<FakeTensor> tensors = CourseHead();
  tensors[1].dtype = "F64";
  ExpectUnimplemented(R"({"model_type":"rasbt_causal_attention"})", tensors,
                      "W_key.weight: dtype F64 is not supported, expected F32, F16 or BF16");
}

}  // namespace
}  // namespace headwise
