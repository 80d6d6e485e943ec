// Decoders with one tensor for queries, keys and values: which stored row becomes which.
#include "absl/strings/str_cat.h"
#include "tests/engine/checkpoint/made_checkpoint.h"

namespace headwise {
namespace {

using ::headwise::testing::MadeCheckpointTest;
using ::headwise::testing::MadeTensor;
using ::headwise::testing::Rows;
using ::headwise::testing::Weights;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using PackedRowsTest = MadeCheckpointTest;

constexpr char kFalcon[] = "transformer.h.0.self_attention.query_key_value.weight";
constexpr char kBigCode[] = "transformer.h.0.attn.c_attn.weight";

std::string Config(const std::string& type, const std::string& more = "") {
  return absl::StrCat(R"({"model_type":")", type, R"(","hidden_size":8,"num_attention_heads":4)",
                      more, "}");
}

std::vector<MadeTensor> FalconLayer(std::int64_t rows) {
  return Weights("transformer.h.0.self_attention.",
                 {{"query_key_value", {rows, 8}}, {"dense", {8, 8}}});
}

// Two rows a head: query, key, value of head 0, then of head 1, ...
TEST_F(PackedRowsTest, InterleavedPerHead) {
  for (const char* type : {"falcon", "bloom"}) {
    Load(Config(type, R"(,"multi_query":false,"alibi":true)"), FalconLayer(24));
    ExpectRows(weights_[0].query, kFalcon, {0, 1, 6, 7, 12, 13, 18, 19});
    ExpectRows(weights_[0].key, kFalcon, {2, 3, 8, 9, 14, 15, 20, 21});
    ExpectRows(weights_[0].value, kFalcon, {4, 5, 10, 11, 16, 17, 22, 23});
    EXPECT_EQ(layers_[0].rope.dims, 0);
    EXPECT_EQ(layers_[0].alibi_slopes.size(), 4u);
  }
}

TEST_F(PackedRowsTest, GptNeoXWithBiases) {
  const std::string module = "gpt_neox.layers.0.attention.";
  std::vector<MadeTensor> tensors =
      Weights(module, {{"query_key_value", {24, 8}}, {"dense", {8, 8}}});
  tensors.push_back({module + "query_key_value.bias", {24}});
  tensors.push_back({module + "rotary_emb.inv_freq", {1}});
  Load(Config("gpt_neox", R"(,"rotary_pct":1.0,"rotary_emb_base":20000)"), tensors);
  ExpectRows(weights_[0].key, module + "query_key_value.weight", {2, 3, 8, 9, 14, 15, 20, 21});
  ExpectRows(weights_[0].value_bias, module + "query_key_value.bias",
             {4, 5, 10, 11, 16, 17, 22, 23});
  EXPECT_EQ(layers_[0].rope.base, 20000);
  EXPECT_EQ(layers_[0].rope.dims, 2);
}

// Two groups, each of two query heads, a key and a value.
TEST_F(PackedRowsTest, GroupsOfFalconNew) {
  Load(Config("falcon", R"(,"new_decoder_architecture":true,"num_kv_heads":2)"), FalconLayer(16));
  EXPECT_EQ(layers_[0].kv_heads, 2);
  ExpectRows(weights_[0].query, kFalcon, {0, 1, 2, 3, 8, 9, 10, 11});
  ExpectRows(weights_[0].key, kFalcon, {4, 5, 12, 13});
  ExpectRows(weights_[0].value, kFalcon, {6, 7, 14, 15});
  EXPECT_EQ(layers_[0].rope.dims, 2);
}

TEST_F(PackedRowsTest, OneKeyAndValueOfFalcon7B) {
  Load(Config("falcon", R"(,"num_kv_heads":4)"), FalconLayer(12));
  EXPECT_EQ(layers_[0].kv_heads, 1);
  ExpectRows(weights_[0].query, kFalcon, Rows(0, 8));
  ExpectRows(weights_[0].key, kFalcon, {8, 9});
  ExpectRows(weights_[0].value, kFalcon, {10, 11});
}

TEST_F(PackedRowsTest, BigCodeWithOneKeyAndValue) {
  std::vector<MadeTensor> tensors =
      Weights("transformer.h.0.attn.", {{"c_attn", {12, 8}}, {"c_proj", {8, 8}}});
  tensors.push_back({"transformer.h.0.attn.c_attn.bias", {12}});
  tensors.push_back({"transformer.h.0.attn.bias", {4, 4}});
  Load(Config("gpt_bigcode"), tensors);
  ExpectRows(weights_[0].query, kBigCode, Rows(0, 8));
  ExpectRows(weights_[0].key, kBigCode, {8, 9});
  ExpectRows(weights_[0].value, kBigCode, {10, 11});
  ExpectRows(weights_[0].value_bias, "transformer.h.0.attn.c_attn.bias", {10, 11});
}

TEST_F(PackedRowsTest, BigCodeWithAllHeads) {
  Load(Config("gpt_bigcode", R"(,"multi_query":false)"),
       Weights("transformer.h.0.attn.", {{"c_attn", {24, 8}}, {"c_proj", {8, 8}}}));
  EXPECT_EQ(layers_[0].kv_heads, 4);
  ExpectRows(weights_[0].query, kBigCode, {0, 1, 6, 7, 12, 13, 18, 19});
  ExpectRows(weights_[0].value, kBigCode, {4, 5, 10, 11, 16, 17, 22, 23});
}

TEST_F(PackedRowsTest, Mpt) {
  const auto tensors =
      Weights("transformer.blocks.0.attn.", {{"Wqkv", {24, 8}}, {"out_proj", {8, 8}}});
  const std::string sizes = R"({"model_type":"mpt","d_model":8,"n_heads":4)";
  Load(sizes + R"(,"attn_config":{"clip_qkv":6,"softmax_scale":0.25}})", tensors);
  ExpectRows(weights_[0].query, "transformer.blocks.0.attn.Wqkv.weight", Rows(0, 8));
  ExpectRows(weights_[0].key, "transformer.blocks.0.attn.Wqkv.weight", Rows(8, 8));
  ExpectRows(weights_[0].value, "transformer.blocks.0.attn.Wqkv.weight", Rows(16, 8));
  EXPECT_EQ(layers_[0].clip_qkv, 6);
  EXPECT_EQ(layers_[0].scale, 0.25);
  EXPECT_THAT(layers_[0].alibi_slopes, ElementsAre(0.25f, 0.0625f, 0.015625f, 0.00390625f));
  Load(sizes + R"(,"attn_config":{"alibi":false,"clip_qkv":null}})", tensors);
  EXPECT_THAT(layers_[0].alibi_slopes, IsEmpty());
  EXPECT_EQ(layers_[0].clip_qkv, 0);
  ExpectRefused(sizes + R"(,"attn_config":{"qk_ln":true}})", tensors,
                absl::StatusCode::kUnimplemented, "attn_config.qk_ln");
}

}  // namespace
}  // namespace headwise
