// Encoders and decoders that attend to them: the classes of the same names in transformers.
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

// T5Attention: no scale, and head_dim is free of D.
Section T5Section(absl::string_view name, absl::string_view module) {
  Section section;
  section.name = name;
  section.modules = {module};
  section.inputs = {Linear("q"), Linear("k"), Linear("v")};
  section.output = Linear("o");
  section.fields.width = {"d_model", "hidden_size"};
  section.fields.heads = {"num_heads", "num_attention_heads"};
  section.fields.head_dim = {"d_kv"};
  section.fields.head_dim_absent = 64;
  section.scale.enabled = kNever;
  return section;
}

Section T5Encoder() {
  Section section = T5Section("encoder self-attention", "encoder.block.{i}.layer.0.SelfAttention");
  section.causal = kNever;
  section.relative_bias.table = "relative_attention_bias.weight";
  section.relative_bias.bidirectional = true;
  section.fields.layers = {"num_layers", "num_hidden_layers"};
  return section;
}

Section T5Decoder() {
  Section section = T5Section("decoder self-attention", "decoder.block.{i}.layer.0.SelfAttention");
  section.relative_bias.table = "relative_attention_bias.weight";
  section.fields.layers = {"num_decoder_layers"};
  return section;
}

Section T5Cross() {
  Section section =
      T5Section("decoder cross-attention", "decoder.block.{i}.layer.1.EncDecAttention");
  section.causal = kNever;
  section.cross = true;
  // Old files hold one that the model never used.
  section.buffers = {"relative_attention_bias.weight"};
  section.fields.layers = {"num_decoder_layers"};
  return section;
}

ArchitectureRow T5() {
  ArchitectureRow row;
  row.name = "t5";
  row.model_types = {"t5", "mt5"};
  row.sections = {T5Encoder(), T5Decoder(), T5Cross()};
  return row;
}

Section WhisperSection(absl::string_view name, absl::string_view module, absl::string_view heads,
                       absl::string_view layers) {
  Section section;
  section.name = name;
  section.modules = {module};
  section.causal = kNever;
  UseProjections("out_proj", section);
  section.fields.layers = {layers};
  section.fields.width = {"d_model"};
  section.fields.heads = {heads};
  return section;
}

ArchitectureRow Whisper() {
  ArchitectureRow row;
  row.name = "whisper";
  row.model_types = {"whisper"};
  row.prefixes = {"", "model."};
  const auto decoder = [](absl::string_view name, absl::string_view module) {
    return WhisperSection(name, module, "decoder_attention_heads", "decoder_layers");
  };
  row.sections = {
      WhisperSection("encoder self-attention", "encoder.layers.{i}.self_attn",
                     "encoder_attention_heads", "encoder_layers"),
      decoder("decoder self-attention", "decoder.layers.{i}.self_attn"),
      decoder("decoder cross-attention", "decoder.layers.{i}.encoder_attn"),
  };
  row.sections[1].causal = kAlways;
  row.sections[2].cross = true;
  return row;
}

}  // namespace

std::vector<ArchitectureRow> EncoderDecoderRows() { return {T5(), Whisper()}; }

}  // namespace headwise
