#include "engine/checkpoint/layer_sizes.h"

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
using ::headwise::testing::PlanTest;

using LayerSizesTest = PlanTest;

TEST_F(LayerSizesTest, LayerCountMustAgree) {
  ExpectRefused(R"({"model_type":"gpt2","n_head":2,"n_layer":2})", Gpt2Layer("h.0.attn"),
                "config.json: n_layer: expected 1 as the tensors tell, found 2");
}

TEST_F(LayerSizesTest, NumbersThatDoNotFit) {
  const auto gpt2 = [&](const std::string& fields, const std::string& message) {
    ExpectRefused(R"({"model_type":"gpt2",)" + fields + "}", Gpt2Layer("h.0.attn"),
                  "config.json: " + message);
  };
  gpt2(R"("n_head":3,"n_embd":8)", "n_embd: expected a multiple of the 3 heads, found 8");
  gpt2(R"("n_head":0)", "n_head: expected 1 to 65536, found 0");
  gpt2(R"("n_head":-2)", "n_head: expected 1 to 65536, found -2");
  gpt2(R"("n_head":65537)", "n_head: expected 1 to 65536, found 65537");
  gpt2(R"("n_head":2.5)", "n_head: expected an integer, found 2.5");
  gpt2(R"("n_head":2,"num_attention_heads":4)",
       "num_attention_heads: expected 2 as in n_head, found 4");
  gpt2(R"("n_embd":8)", "add n_head or num_attention_heads: the shapes do not tell");
}

TEST_F(LayerSizesTest, HeadDimFromTheShapes) {
  std::vector<FakeTensor> tensors = CourseHead();
  tensors.push_back({"out_proj.weight", {4, 4}});
  const auto plan = Plan(R"({"model_type":"rasbt_mha","n_heads":2,"emb_dim":6})", tensors);
  ASSERT_THAT(plan, IsOk());
  EXPECT_EQ(plan->layers[0].spec.head_dim, 2);
  EXPECT_EQ(plan->layers[0].spec.d_out, 4);
  EXPECT_FALSE(plan->layers[0].spec.output_bias);
  ExpectRefused(R"({"model_type":"rasbt_mha","n_heads":3})", tensors,
                "W_query.weight: expected a multiple of 3 rows for 3 heads, found 4");
}

TEST_F(LayerSizesTest, DOutAndHeadDimMustAgree) {
  std::vector<FakeTensor> tensors = CourseHead();
  tensors.push_back({"out_proj.weight", {4, 4}});
  ExpectRefused(R"({"model_type":"rasbt_mha","num_heads":2,"d_out":4,"head_dim":4})", tensors,
                "config.json: d_out: expected 8 for a head_dim of 4, found 4");
  ExpectRefused(R"({"model_type":"rasbt_mha","num_heads":2,"d_out":5})", tensors,
                "config.json: d_out: expected a multiple of the 2 heads, found 5");
}

TEST_F(LayerSizesTest, SingleHeadRowsHaveOneHead) {
  ExpectRefused(
      R"({"model_type":"rasbt_self_attention_v2","num_heads":2})", CourseHead(),
      "config.json: num_heads: expected 1 as the tensors of rasbt_self_attention_v2 tell");
}

}  // namespace
}  // namespace headwise
