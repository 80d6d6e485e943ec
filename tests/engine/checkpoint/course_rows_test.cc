// The course's larger models, and torch.nn's modules.
#include "tests/engine/checkpoint/made_checkpoint.h"

namespace headwise {
namespace {

using ::headwise::testing::MadeCheckpointTest;
using ::headwise::testing::MadeTensor;
using ::headwise::testing::Rows;
using ::headwise::testing::Weights;

using CourseRowsTest = MadeCheckpointTest;

// D = 8, four heads over two, head_dim 4.
std::vector<MadeTensor> GroupedLayer() {
  return Weights(
      "trf_blocks.0.att.",
      {{"W_query", {16, 8}}, {"W_key", {8, 8}}, {"W_value", {8, 8}}, {"out_proj", {8, 16}}});
}

constexpr char kGrouped[] = R"("emb_dim":8,"n_heads":4,"n_kv_groups":2,"head_dim":4)";

TEST_F(CourseRowsTest, Llama3) {
  Load(std::string(
           R"({"model_type":"rasbt_llama3","rope_base":500000.0,"rope_freq":{"factor":32.0,)") +
           R"("low_freq_factor":1.0,"high_freq_factor":4.0,"original_context_length":8192},)" +
           kGrouped + "}",
       GroupedLayer());
  EXPECT_EQ(layers_[0].kv_heads, 2);
  EXPECT_EQ(layers_[0].rope.base, 500000);
  EXPECT_EQ(layers_[0].rope.scaling, RopeScaling::kLlama3);
  EXPECT_EQ(layers_[0].rope.factor, 32);
  EXPECT_EQ(layers_[0].rope.original_max_positions, 8192);
  ExpectAll(weights_[0].query, "trf_blocks.0.att.W_query.weight");
  ExpectAll(weights_[0].key, "trf_blocks.0.att.W_key.weight");
  ExpectAll(weights_[0].output, "trf_blocks.0.att.out_proj.weight");
}

TEST_F(CourseRowsTest, Qwen3NormsCalledScale) {
  std::vector<MadeTensor> tensors = GroupedLayer();
  tensors.push_back({"trf_blocks.0.att.q_norm.scale", {4}});
  tensors.push_back({"trf_blocks.0.att.k_norm.scale", {4}});
  tensors.push_back({"trf_blocks.0.att.k_norm.shift", {4}});
  Load(std::string(R"({"model_type":"rasbt_qwen3",)") + kGrouped + "}", tensors);
  EXPECT_EQ(layers_[0].qk_norm.kind, NormKind::kRms);
  EXPECT_EQ(layers_[0].qk_norm.epsilon, 1e-6);
  ExpectAll(weights_[0].query_norm, "trf_blocks.0.att.q_norm.scale", 4);
  ExpectAll(weights_[0].key_norm_bias, "trf_blocks.0.att.k_norm.shift", 2);
  EXPECT_TRUE(weights_[0].query_norm_bias.empty());
}

TEST_F(CourseRowsTest, TorchTransformerDecoder) {
  std::vector<MadeTensor> tensors;
  for (const std::string module : {"layers.0.self_attn.", "layers.0.multihead_attn."}) {
    tensors.push_back({module + "in_proj_weight", {12, 4}});
    tensors.push_back({module + "in_proj_bias", {12}});
    tensors.push_back({module + "out_proj.weight", {4, 4}});
    tensors.push_back({module + "out_proj.bias", {4}});
  }
  tensors.push_back({"layers.0.norm1.weight", {4}});
  Load(R"({"model_type":"torch_mha","d_model":4,"nhead":2,"num_layers":1})", tensors);
  ASSERT_EQ(layers_.size(), 2u);
  EXPECT_FALSE(layers_[0].cross);
  EXPECT_TRUE(layers_[1].cross);
  EXPECT_EQ(layers_[1].module, "layers.0.multihead_attn");
  ExpectRows(weights_[1].query, "layers.0.multihead_attn.in_proj_weight", Rows(0, 4));
  ExpectRows(weights_[1].key, "layers.0.multihead_attn.in_proj_weight", Rows(4, 4));
  ExpectRows(weights_[1].value_bias, "layers.0.multihead_attn.in_proj_bias", Rows(8, 4));
}

TEST_F(CourseRowsTest, TorchWithKeysAndValuesOfOtherWidths) {
  Load(R"({"model_type":"torch_mha","embed_dim":4,"num_heads":2})", {{"q_proj_weight", {4, 4}},
                                                                     {"k_proj_weight", {4, 3}},
                                                                     {"v_proj_weight", {4, 5}},
                                                                     {"in_proj_bias", {12}},
                                                                     {"out_proj.weight", {4, 4}}});
  EXPECT_EQ(layers_[0].key_input_width(), 3);
  EXPECT_EQ(layers_[0].value_input_width(), 5);
  ExpectAll(weights_[0].key, "k_proj_weight");
  ExpectAll(weights_[0].value, "v_proj_weight");
  ExpectRows(weights_[0].key_bias, "in_proj_bias", Rows(4, 4));
}

}  // namespace
}  // namespace headwise
