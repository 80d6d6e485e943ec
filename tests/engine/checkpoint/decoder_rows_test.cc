#include "tests/engine/checkpoint/made_checkpoint.h"

namespace headwise {
namespace {

using ::headwise::testing::MadeCheckpointTest;
using ::headwise::testing::MadeTensor;
using ::headwise::testing::Rows;
using ::headwise::testing::Weights;

using DecoderRowsTest = MadeCheckpointTest;

TEST_F(DecoderRowsTest, Gpt2CrossAttention) {
  std::vector<MadeTensor> tensors = Weights("h.0.", {{"attn.c_attn", {4, 12}},
                                                     {"attn.c_proj", {4, 4}},
                                                     {"crossattention.q_attn", {4, 4}},
                                                     {"crossattention.c_attn", {4, 8}},
                                                     {"crossattention.c_proj", {4, 4}}});
  tensors.push_back({"h.0.crossattention.c_attn.bias", {8}});
  tensors.push_back({"h.0.crossattention.bias", {1, 1, 4, 4}});
  Load(R"({"model_type":"gpt2","n_head":2})", tensors);
  ASSERT_EQ(layers_.size(), 2u);
  EXPECT_EQ(layers_[1].module, "h.0.crossattention");
  EXPECT_TRUE(layers_[1].cross);
  EXPECT_FALSE(layers_[1].causal);
  ExpectColumns(weights_[0].value, "h.0.attn.c_attn.weight", Rows(8, 4));
  ExpectColumns(weights_[1].query, "h.0.crossattention.q_attn.weight", Rows(0, 4));
  ExpectColumns(weights_[1].key, "h.0.crossattention.c_attn.weight", Rows(0, 4));
  ExpectColumns(weights_[1].value, "h.0.crossattention.c_attn.weight", Rows(4, 4));
  ExpectRows(weights_[1].value_bias, "h.0.crossattention.c_attn.bias", Rows(4, 4));
}

TEST_F(DecoderRowsTest, GptJRotatesAdjacentPairsOfItsFirstValues) {
  Load(R"({"model_type":"gptj","n_embd":16,"n_head":2,"rotary_dim":4})",
       Weights("transformer.h.0.attn.", {{"q_proj", {16, 16}},
                                         {"k_proj", {16, 16}},
                                         {"v_proj", {16, 16}},
                                         {"out_proj", {16, 16}}}));
  EXPECT_EQ(layers_[0].rope.dims, 4);
  EXPECT_TRUE(layers_[0].rope.interleaved);
  ExpectAll(weights_[0].key, "transformer.h.0.attn.k_proj.weight");
  ExpectAll(weights_[0].output, "transformer.h.0.attn.out_proj.weight");
}

TEST_F(DecoderRowsTest, Opt) {
  const std::string module = "model.decoder.layers.0.self_attn.";
  std::vector<MadeTensor> tensors = Weights(
      module, {{"k_proj", {4, 4}}, {"v_proj", {4, 4}}, {"q_proj", {4, 4}}, {"out_proj", {4, 4}}});
  tensors.push_back({module + "v_proj.bias", {4}});
  Load(R"({"model_type":"opt","hidden_size":4,"num_attention_heads":2,"enable_bias":true})",
       tensors);
  EXPECT_TRUE(layers_[0].causal);
  EXPECT_EQ(layers_[0].rope.dims, 0);
  ExpectAll(weights_[0].query, module + "q_proj.weight");
  ExpectAll(weights_[0].value, module + "v_proj.weight");
  ExpectAll(weights_[0].value_bias, module + "v_proj.bias");
}

TEST_F(DecoderRowsTest, PhiWithNorms) {
  const std::string module = "model.layers.0.self_attn.";
  std::vector<MadeTensor> tensors = Weights(module, {{"q_proj", {8, 8}},
                                                     {"k_proj", {8, 8}},
                                                     {"v_proj", {8, 8}},
                                                     {"dense", {8, 8}},
                                                     {"q_layernorm", {4}},
                                                     {"k_layernorm", {4}}});
  tensors.push_back({module + "q_layernorm.bias", {4}});
  tensors.push_back({module + "k_layernorm.bias", {4}});
  Load(R"({"model_type":"phi","hidden_size":8,"num_attention_heads":2,"qk_layernorm":true})",
       tensors);
  EXPECT_EQ(layers_[0].qk_norm.kind, NormKind::kLayer);
  EXPECT_EQ(layers_[0].rope.dims, 2);
  ExpectAll(weights_[0].query_norm, module + "q_layernorm.weight", 2);
  ExpectAll(weights_[0].key_norm_bias, module + "k_layernorm.bias", 2);
  ExpectAll(weights_[0].output, module + "dense.weight");
}

}  // namespace
}  // namespace headwise
