// Decoders with Llama's names: facts and weights of small checkpoints.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "tests/engine/checkpoint/made_checkpoint.h"

namespace headwise {
namespace {

using ::headwise::testing::MadeCheckpointTest;
using ::headwise::testing::MadeTensor;
using ::headwise::testing::Rows;
using ::headwise::testing::Weights;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;
constexpr absl::StatusCode kUnimplemented = absl::StatusCode::kUnimplemented;

// D = 8, four heads over two kv heads, head_dim 4.
std::string Config(const std::string& type, const std::string& more = "") {
  return absl::StrCat(R"({"model_type":")", type, R"(","hidden_size":8,"head_dim":4,)",
                      R"("num_attention_heads":4,"num_key_value_heads":2)", more, "}");
}

const std::vector<MadeTensor> kShapes = {
    {"q_proj", {16, 8}}, {"k_proj", {8, 8}}, {"v_proj", {8, 8}}, {"o_proj", {8, 16}}};

std::vector<MadeTensor> Layer(int index, const std::vector<MadeTensor>& more = {}) {
  const std::string module = absl::StrCat("model.layers.", index, ".self_attn.");
  std::vector<MadeTensor> tensors = Weights(module, kShapes);
  for (const MadeTensor& tensor : more) tensors.push_back({module + tensor.name, tensor.shape});
  return tensors;
}

std::vector<MadeTensor> Layers(int count) {
  std::vector<MadeTensor> tensors;
  for (int i = 0; i < count; ++i) {
    for (const MadeTensor& tensor : Layer(i)) tensors.push_back(tensor);
  }
  return tensors;
}

class LlamaRowsTest : public MadeCheckpointTest {
 protected:
  std::vector<std::int64_t> Windows() const {
    std::vector<std::int64_t> windows;
    for (const LayerSpec& layer : layers_) windows.push_back(layer.window);
    return windows;
  }
};

TEST_F(LlamaRowsTest, EveryNameTakesItsTensor) {
  for (const char* type : {"llama", "mistral", "mixtral", "qwen2", "qwen2_moe", "granite",
                           "starcoder2", "gemma", "cohere"}) {
    Load(Config(type), Layer(0));
    ASSERT_EQ(layers_.size(), 1u) << type;
    ExpectAll(weights_[0].query, "model.layers.0.self_attn.q_proj.weight");
    ExpectAll(weights_[0].key, "model.layers.0.self_attn.k_proj.weight");
    ExpectAll(weights_[0].value, "model.layers.0.self_attn.v_proj.weight");
    ExpectAll(weights_[0].output, "model.layers.0.self_attn.o_proj.weight");
    EXPECT_EQ(layers_[0].kv_heads, 2) << type;
    EXPECT_TRUE(layers_[0].causal) << type;
    EXPECT_EQ(layers_[0].rope.dims, 4) << type;
  }
}

TEST_F(LlamaRowsTest, BiasesOfSomeProjections) {
  Load(Config("qwen2_moe", R"(,"qkv_bias":true)"),
       Layer(0, {{"q_proj.bias", {16}}, {"k_proj.bias", {8}}, {"v_proj.bias", {8}}}));
  EXPECT_TRUE(layers_[0].input_bias);
  EXPECT_FALSE(layers_[0].output_bias);
  ExpectAll(weights_[0].query_bias, "model.layers.0.self_attn.q_proj.bias");
  ExpectAll(weights_[0].key_bias, "model.layers.0.self_attn.k_proj.bias");
  EXPECT_THAT(weights_[0].output_bias, IsEmpty());
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(LlamaRowsTest, MetaNamesRotateAdjacentPairs) {
  Load(R"({"model_type":"llama","dim":8,"n_heads":4,"n_kv_heads":2,"rope_theta":500000})",
       Weights("layers.0.attention.",
               {{"wq", {8, 8}}, {"wk", {4, 8}}, {"wv", {4, 8}}, {"wo", {8, 8}}}));
  EXPECT_TRUE(layers_[0].rope.interleaved);
  EXPECT_EQ(layers_[0].rope.base, 500000);
  EXPECT_EQ(layers_[0].head_dim, 2);
  ExpectAll(weights_[0].query, "layers.0.attention.wq.weight");
  ExpectAll(weights_[0].key, "layers.0.attention.wk.weight");
  ExpectAll(weights_[0].value, "layers.0.attention.wv.weight");
  ExpectAll(weights_[0].output, "layers.0.attention.wo.weight");
}

TEST_F(LlamaRowsTest, WindowsOfAllLayers) {
  Load(Config("mistral"), Layers(2));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(4096, 4096));
  Load(Config("mistral", R"(,"sliding_window":null)"), Layers(1));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(0));
  Load(Config("mixtral"), Layers(1));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(0));
  Load(Config("starcoder2", R"(,"sliding_window":7)"), Layers(1));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(7));
}

TEST_F(LlamaRowsTest, WindowsOfQwenFromALayerOn) {
  const std::string window = R"(,"sliding_window":9,"max_window_layers":1)";
  Load(Config("qwen2", window), Layers(3));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(0, 0, 0));
  Load(Config("qwen2", window + R"(,"use_sliding_window":true)"), Layers(3));
  EXPECT_THAT(Windows(), ::testing::ElementsAre(0, 9, 9));
}

TEST_F(LlamaRowsTest, Qwen3NormsEachHead) {
  const std::vector<MadeTensor> norms = {{"q_norm.weight", {4}}, {"k_norm.weight", {4}}};
  for (const char* type : {"qwen3", "qwen3_moe"}) {
    Load(Config(type, R"(,"rms_norm_eps":1e-5)"), Layer(0, norms));
    EXPECT_EQ(layers_[0].qk_norm.kind, NormKind::kRms);
    EXPECT_EQ(layers_[0].qk_norm.scope, NormScope::kHead);
    EXPECT_EQ(layers_[0].qk_norm.epsilon, 1e-5);
    ExpectAll(weights_[0].query_norm, "model.layers.0.self_attn.q_norm.weight", 4);
    ExpectAll(weights_[0].key_norm, "model.layers.0.self_attn.k_norm.weight", 2);
  }
  ExpectRefused(Config("qwen3"), Layer(0), kInvalid,
                "expected model.layers.0.self_attn.q_norm.weight");
}

TEST_F(LlamaRowsTest, Olmo2NormsTheWholeProjection) {
  Load(Config("olmo2"), Layer(0, {{"q_norm.weight", {16}}, {"k_norm.weight", {8}}}));
  EXPECT_EQ(layers_[0].qk_norm.scope, NormScope::kProjection);
  EXPECT_EQ(layers_[0].qk_norm.epsilon, 1e-5);
  ExpectAll(weights_[0].query_norm, "model.layers.0.self_attn.q_norm.weight");
  ExpectAll(weights_[0].key_norm, "model.layers.0.self_attn.k_norm.weight");
}

TEST_F(LlamaRowsTest, CohereHasANormForEachHead) {
  const auto layer = Layer(0, {{"q_norm.weight", {4, 4}}, {"k_norm.weight", {2, 4}}});
  Load(Config("cohere", R"(,"use_qk_norm":true)"), layer);
  EXPECT_EQ(layers_[0].qk_norm.kind, NormKind::kLayer);
  EXPECT_TRUE(layers_[0].rope.interleaved);
  ExpectAll(weights_[0].query_norm, "model.layers.0.self_attn.q_norm.weight");
  ExpectAll(weights_[0].key_norm, "model.layers.0.self_attn.k_norm.weight");
  EXPECT_THAT(weights_[0].query_norm_bias, IsEmpty());
  ExpectRefused(Config("cohere"), layer, kInvalid, "config.json's use_qk_norm is not true");
  ExpectRefused(Config("cohere", R"(,"use_qk_norm":true)"), Layer(0), kInvalid,
                "as config.json's use_qk_norm is true");
}

TEST_F(LlamaRowsTest, StableLmNormsLieInOneTensorAHead) {
  std::vector<MadeTensor> norms;
  for (int h = 0; h < 4; ++h)
    norms.push_back({absl::StrCat("q_layernorm.norms.", h, ".weight"), {4}});
  for (int h = 0; h < 2; ++h)
    norms.push_back({absl::StrCat("k_layernorm.norms.", h, ".weight"), {4}});
  const std::string config =
      Config("stablelm", R"(,"qk_layernorm":true,"partial_rotary_factor":0.5)");
  Load(config, Layer(0, norms));
  EXPECT_EQ(layers_[0].rope.dims, 2);
  EXPECT_EQ(weights_[0].query_norm.size(), 16u);
  EXPECT_EQ(weights_[0].query_norm[15], weights_[0].query_norm[0] + 3003);
  EXPECT_EQ(weights_[0].key_norm[7], weights_[0].key_norm[0] + 1003);
  norms.pop_back();
  ExpectRefused(config, Layer(0, norms), kInvalid, "expected a norm for each of 2 heads, found 1");
}

TEST_F(LlamaRowsTest, StableLmRotatesAQuarterByDefault) {
  Load(R"({"model_type":"stablelm","hidden_size":8,"num_attention_heads":1})",
       Weights("model.layers.0.self_attn.",
               {{"q_proj", {8, 8}}, {"k_proj", {8, 8}}, {"v_proj", {8, 8}}, {"o_proj", {8, 8}}}));
  EXPECT_EQ(layers_[0].rope.dims, 2);
}

TEST_F(LlamaRowsTest, GraniteScalesByItsMultiplier) {
  Load(Config("granite", R"(,"attention_multiplier":0.015625)"), Layer(0));
  EXPECT_EQ(layers_[0].scale, 0.015625);
  Load(Config("granite"), Layer(0));
  EXPECT_EQ(layers_[0].scale, 1);
}

TEST_F(LlamaRowsTest, GptOssHasSinksAndTurns) {
  std::vector<MadeTensor> tensors = Layer(0, {{"sinks", {4}}});
  for (const MadeTensor& tensor : Layer(1, {{"sinks", {4}}})) tensors.push_back(tensor);
  Load(Config("gpt_oss", R"(,"rope_scaling":null)"), tensors);
  EXPECT_THAT(Windows(), ::testing::ElementsAre(128, 0));
  EXPECT_TRUE(layers_[1].sinks);
  ExpectAll(weights_[1].sinks, "model.layers.1.self_attn.sinks");
  ExpectRefused(Config("gpt_oss"), tensors, kInvalid, "config.json: add rope_scaling");
}

TEST_F(LlamaRowsTest, Phi3IsOneTensor) {
  Load(Config("phi3"),
       Weights("model.layers.0.self_attn.", {{"qkv_proj", {32, 8}}, {"o_proj", {8, 16}}}));
  ExpectRows(weights_[0].query, "model.layers.0.self_attn.qkv_proj.weight", Rows(0, 16));
  ExpectRows(weights_[0].key, "model.layers.0.self_attn.qkv_proj.weight", Rows(16, 8));
  ExpectRows(weights_[0].value, "model.layers.0.self_attn.qkv_proj.weight", Rows(24, 8));
}

TEST_F(LlamaRowsTest, OptionsThatAreRefused) {
  ExpectRefused(R"({"model_type":"llama_meta","dim":8,"n_heads":4,"use_scaled_rope":true})",
                Weights("layers.0.attention.",
                        {{"wq", {8, 8}}, {"wk", {8, 8}}, {"wv", {8, 8}}, {"wo", {8, 8}}}),
                kUnimplemented, "use_scaled_rope: scaling without its numbers");
  ExpectRefused(Config("gemma2", R"(,"use_bidirectional_attention":true)"), Layer(0),
                kUnimplemented, "windows to both sides: not supported");
}

TEST_F(LlamaRowsTest, Gemma2TakesItsClassesNumbers) {
  Load(Config("gemma2"), Layers(2));
  EXPECT_EQ(layers_[0].softcap, 50);
  EXPECT_EQ(layers_[0].scale, 0.0625);
  EXPECT_THAT(Windows(), ::testing::ElementsAre(4096, 0));
  Load(Config("gemma2", R"(,"attn_logit_softcapping":null)"), Layers(1));
  EXPECT_EQ(layers_[0].softcap, 0);
}

// A file that gives only what differs from the class: eight heads of 256 over four.
TEST_F(LlamaRowsTest, Gemma3BehindAVisionTower) {
  const std::string module = "language_model.model.layers.0.self_attn.";
  std::vector<MadeTensor> tensors = Weights(module, {{"q_proj", {2048, 4}},
                                                     {"k_proj", {1024, 4}},
                                                     {"v_proj", {1024, 4}},
                                                     {"o_proj", {4, 2048}},
                                                     {"q_norm", {256}},
                                                     {"k_norm", {256}}});
  tensors.push_back({"vision_tower.encoder.layers.0.self_attn.q_proj.weight", {2, 2}});
  Load(R"({"model_type":"gemma3","text_config":{"hidden_size":4,"rope_scaling":)"
       R"({"factor":8.0,"rope_type":"linear"},"sliding_window":1024}})",
       tensors);
  EXPECT_EQ(layers_[0].heads, 8);
  EXPECT_EQ(layers_[0].kv_heads, 4);
  EXPECT_EQ(layers_[0].window, 1024);
  EXPECT_EQ(layers_[0].rope.base, 10000);
  EXPECT_EQ(layers_[0].rope.scaling, RopeScaling::kNone);
  ExpectAll(weights_[0].query_norm, module + "q_norm.weight", 8, 1);
  EXPECT_THAT(notes_, ::testing::ElementsAre("the vision tower's attention is left out"));
}

TEST_F(LlamaRowsTest, ScopeMustBeThere) {
  ExpectRefused(R"({"model_type":"gemma3"})",
                Weights("model.language_model.layers.0.self_attn.", {{"q_proj", {4, 4}},
                                                                     {"k_proj", {4, 4}},
                                                                     {"v_proj", {4, 4}},
                                                                     {"o_proj", {4, 4}},
                                                                     {"q_norm", {4}},
                                                                     {"k_norm", {4}}}),
                kInvalid, "config.json: add text_config, it describes the self-attention layers");
}

}  // namespace
}  // namespace headwise
