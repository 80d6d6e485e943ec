// Encoders, and encoders with decoders.
#include "absl/strings/str_cat.h"
#include "tests/engine/checkpoint/made_checkpoint.h"

namespace headwise {
namespace {

using ::headwise::testing::MadeCheckpointTest;
using ::headwise::testing::MadeTensor;
using ::headwise::testing::Weights;
using ::testing::HasSubstr;

using EncoderRowsTest = MadeCheckpointTest;

std::string Config(const std::string& type, const std::string& more = "") {
  return absl::StrCat(R"({"model_type":")", type, R"(","hidden_size":4,"num_attention_heads":2)",
                      more, "}");
}

std::vector<MadeTensor> Squares(const std::string& prefix, const std::vector<std::string>& names) {
  std::vector<MadeTensor> tensors;
  for (const std::string& name : names) tensors.push_back({prefix + name + ".weight", {4, 4}});
  return tensors;
}

const std::vector<std::string> kBert = {"self.query", "self.key", "self.value", "output.dense"};

TEST_F(EncoderRowsTest, BertAndItsKin) {
  for (const auto& [type, prefix] :
       {std::pair("bert", "bert."), std::pair("roberta", "roberta."),
        std::pair("xlm-roberta", "roberta."), std::pair("camembert", "roberta."),
        std::pair("electra", "electra.")}) {
    const std::string module = absl::StrCat(prefix, "encoder.layer.0.attention.");
    Load(Config(type), Squares(module, kBert));
    EXPECT_FALSE(layers_[0].causal) << type;
    ExpectAll(weights_[0].query, module + "self.query.weight");
    ExpectAll(weights_[0].key, module + "self.key.weight");
    ExpectAll(weights_[0].value, module + "self.value.weight");
    ExpectAll(weights_[0].output, module + "output.dense.weight");
  }
}

TEST_F(EncoderRowsTest, BertAsADecoder) {
  std::vector<MadeTensor> tensors = Squares("encoder.layer.0.attention.", kBert);
  for (const MadeTensor& tensor : Squares("encoder.layer.0.crossattention.", kBert)) {
    tensors.push_back(tensor);
  }
  Load(Config("bert", R"(,"is_decoder":true)"), tensors);
  ASSERT_EQ(layers_.size(), 2u);
  EXPECT_TRUE(layers_[0].causal);
  EXPECT_TRUE(layers_[1].cross);
  EXPECT_FALSE(layers_[1].causal);
  ExpectAll(weights_[1].value, "encoder.layer.0.crossattention.self.value.weight");
}

TEST_F(EncoderRowsTest, RelativePositionsOfBertAreRefused) {
  std::vector<MadeTensor> tensors = Squares("encoder.layer.0.attention.", kBert);
  tensors.push_back({"encoder.layer.0.attention.self.distance_embedding.weight", {3, 2}});
  ExpectRefused(Config("bert"), tensors, absl::StatusCode::kUnimplemented, "relative positions");
}

TEST_F(EncoderRowsTest, DistilBert) {
  const std::string module = "distilbert.transformer.layer.0.attention.";
  Load(R"({"model_type":"distilbert","dim":4,"n_heads":2,"n_layers":1})",
       Squares(module, {"q_lin", "k_lin", "v_lin", "out_lin"}));
  EXPECT_FALSE(layers_[0].causal);
  ExpectAll(weights_[0].query, module + "q_lin.weight");
  ExpectAll(weights_[0].key, module + "k_lin.weight");
  ExpectAll(weights_[0].value, module + "v_lin.weight");
  ExpectAll(weights_[0].output, module + "out_lin.weight");
}

TEST_F(EncoderRowsTest, VitAndItsKin) {
  for (const char* type : {"vit", "deit", "dinov2"}) {
    const std::string module = absl::StrCat(type, ".encoder.layer.0.attention.");
    Load(Config(type),
         Squares(module, {"attention.query", "attention.key", "attention.value", "output.dense"}));
    EXPECT_FALSE(layers_[0].causal) << type;
    ExpectAll(weights_[0].query, module + "attention.query.weight");
    ExpectAll(weights_[0].value, module + "attention.value.weight");
    ExpectAll(weights_[0].output, module + "output.dense.weight");
  }
}

const std::vector<std::string> kClip = {"k_proj", "v_proj", "q_proj", "out_proj"};

TEST_F(EncoderRowsTest, OneTowerOfClip) {
  const std::string vision = "vision_model.encoder.layers.0.self_attn.";
  Load(Config("clip_vision_model"), Squares(vision, kClip));
  EXPECT_FALSE(layers_[0].causal);
  ExpectAll(weights_[0].query, vision + "q_proj.weight");
  ExpectAll(weights_[0].key, vision + "k_proj.weight");
  const std::string text = "text_model.encoder.layers.0.self_attn.";
  Load(Config("clip_text_model"), Squares(text, kClip));
  EXPECT_TRUE(layers_[0].causal);
  ExpectAll(weights_[0].value, text + "v_proj.weight");
}

TEST_F(EncoderRowsTest, VisionTowerOfClipBesideTheText) {
  std::vector<MadeTensor> tensors = Squares("vision_model.encoder.layers.0.self_attn.", kClip);
  for (const MadeTensor& tensor : Squares("text_model.encoder.layers.0.self_attn.", kClip)) {
    tensors.push_back(tensor);
  }
  Load(R"({"model_type":"clip","text_config":{"num_attention_heads":1},)"
       R"("vision_config":{"num_attention_heads":4}})",
       tensors);
  EXPECT_EQ(layers_[0].heads, 1);
  EXPECT_EQ(layers_[1].heads, 4);
  ExpectAll(weights_[1].output, "vision_model.encoder.layers.0.self_attn.out_proj.weight");
}

// Two heads of three values, D = 4.
std::vector<MadeTensor> T5Layer(const std::string& module) {
  return Weights(module, {{"q", {6, 4}}, {"k", {6, 4}}, {"v", {6, 4}}, {"o", {4, 6}}});
}

std::vector<MadeTensor> T5Decoder() {
  std::vector<MadeTensor> tensors = {
      {"decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {8, 2}}};
  for (const char* block : {"decoder.block.0.", "decoder.block.1."}) {
    for (const char* layer : {"layer.0.SelfAttention.", "layer.1.EncDecAttention."}) {
      for (const MadeTensor& tensor : T5Layer(absl::StrCat(block, layer)))
        tensors.push_back(tensor);
    }
  }
  return tensors;
}

constexpr char kT5[] = R"({"model_type":"mt5","d_model":4,"num_heads":2,"d_kv":3,)"
                       R"("relative_attention_num_buckets":8,"num_decoder_layers":2})";

TEST_F(EncoderRowsTest, DecoderOfT5SharesItsBias) {
  Load(kT5, T5Decoder());
  ASSERT_EQ(layers_.size(), 4u);
  EXPECT_EQ(layers_[1].module, "decoder.block.1.layer.0.SelfAttention");
  EXPECT_TRUE(layers_[1].causal);
  EXPECT_EQ(layers_[1].scale, 1);
  EXPECT_EQ(layers_[1].relative_bias.buckets, 8);
  EXPECT_EQ(layers_[1].relative_bias.max_distance, 128);
  EXPECT_FALSE(layers_[1].relative_bias.bidirectional);
  ExpectAll(weights_[1].relative_bias,
            "decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight");
  ExpectAll(weights_[1].output, "decoder.block.1.layer.0.SelfAttention.o.weight");
}

TEST_F(EncoderRowsTest, CrossAttentionOfT5HasNoBias) {
  Load(kT5, T5Decoder());
  EXPECT_EQ(layers_[2].module, "decoder.block.0.layer.1.EncDecAttention");
  EXPECT_TRUE(layers_[2].cross);
  EXPECT_EQ(layers_[2].relative_bias.buckets, 0);
  ExpectAll(weights_[2].key, "decoder.block.0.layer.1.EncDecAttention.k.weight");
}

TEST_F(EncoderRowsTest, T5WithoutItsTable) {
  std::vector<MadeTensor> tensors = T5Decoder();
  tensors.erase(tensors.begin());
  ExpectRefused(kT5, tensors, absl::StatusCode::kInvalidArgument,
                "expected decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight");
}

TEST_F(EncoderRowsTest, WhisperEncoder) {
  const std::string module = "model.encoder.layers.0.self_attn.";
  Load(R"({"model_type":"whisper","d_model":4,"encoder_attention_heads":2})",
       Squares(module, kClip));
  EXPECT_FALSE(layers_[0].causal);
  ExpectAll(weights_[0].query, module + "q_proj.weight");
}

}  // namespace
}  // namespace headwise
