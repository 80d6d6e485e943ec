// Decoders with Llama's names: the classes of the same names in transformers.
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {

ArchitectureRow LlamaLike(absl::string_view name, std::vector<absl::string_view> model_types) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = std::move(model_types);
  row.prefixes = {"", "model."};
  Section section;
  section.modules = {"layers.{i}.self_attn"};
  UseProjections("o_proj", section);
  section.buffers = {"rotary_emb.inv_freq"};
  section.fields.layers = {"num_hidden_layers"};
  section.fields.width = {"hidden_size"};
  section.fields.heads = {"num_attention_heads"};
  section.fields.kv_heads = {"num_key_value_heads"};
  section.fields.head_dim = {"head_dim"};
  section.bias = "attention_bias";
  section.rope.used = true;
  row.sections = {section};
  return row;
}

namespace {

// Meta's own names and order of rotated values.
ArchitectureRow MetaLlama() {
  ArchitectureRow row = LlamaLike("llama_meta", {"llama_meta", "llama"});
  Section& section = row.sections[0];
  section.modules = {"layers.{i}.attention"};
  section.inputs = {Linear("wq"), Linear("wk"), Linear("wv")};
  section.output = Linear("wo");
  section.buffers = {"inner_attention.rope.freqs"};
  section.fields.layers = {"num_hidden_layers", "n_layers"};
  section.fields.width = {"hidden_size", "dim"};
  section.fields.heads = {"num_attention_heads", "n_heads"};
  section.fields.kv_heads = {"num_key_value_heads", "n_kv_heads"};
  section.rope.interleaved = true;
  section.refused = {{"use_scaled_rope", "scaling without its numbers; give rope_scaling instead"}};
  return row;
}

ArchitectureRow Windowed(ArchitectureRow row, std::int64_t absent) {
  row.sections[0].window.field = "sliding_window";
  row.sections[0].window.absent = absent;
  return row;
}

// Qwen2Attention and its successors.
ArchitectureRow Qwen(absl::string_view name) {
  ArchitectureRow row = Windowed(LlamaLike(name, {name}), 4096);
  WindowRule& window = row.sections[0].window;
  window.enabled = {"use_sliding_window", false};
  window.first_layer = "max_window_layers";
  window.first_layer_absent = 28;
  return row;
}

ArchitectureRow Qwen2(absl::string_view name, absl::string_view bias) {
  ArchitectureRow row = Qwen(name);
  row.sections[0].bias = bias;
  return row;
}

void UseHeadNorms(NormKind kind, Section& section) {
  section.norm.kind = kind;
  section.norm.query = "q_norm.weight";
  section.norm.key = "k_norm.weight";
}

ArchitectureRow Qwen3(absl::string_view name, std::int64_t head_dim_absent) {
  ArchitectureRow row = Qwen(name);
  UseHeadNorms(NormKind::kRms, row.sections[0]);
  row.sections[0].fields.head_dim_absent = head_dim_absent;
  return row;
}

// One mean over all heads.
ArchitectureRow Olmo2() {
  ArchitectureRow row = LlamaLike("olmo2", {"olmo2"});
  UseHeadNorms(NormKind::kRms, row.sections[0]);
  row.sections[0].norm.scope = NormScope::kProjection;
  row.sections[0].norm.epsilon = {{"rms_norm_eps"}, 1e-5};
  return row;
}

ArchitectureRow Cohere() {
  ArchitectureRow row = LlamaLike("cohere", {"cohere"});
  Section& section = row.sections[0];
  UseHeadNorms(NormKind::kLayer, section);
  section.norm.shape = NormShape::kAllHeads;
  section.norm.present = {"use_qk_norm", false};
  section.norm.epsilon = {{"layer_norm_eps"}, 1e-5};
  section.rope.interleaved = true;
  section.rope.base = {{"rope_theta"}, 500000.0};
  return row;
}

ArchitectureRow Granite() {
  ArchitectureRow row = LlamaLike("granite", {"granite", "granitemoe"});
  row.sections[0].scale.factor = {{"attention_multiplier"}, 1.0};
  return row;
}

ArchitectureRow Starcoder2() {
  ArchitectureRow row = Windowed(LlamaLike("starcoder2", {"starcoder2"}), 0);
  row.sections[0].bias = "use_bias";
  return row;
}

ArchitectureRow StableLm() {
  ArchitectureRow row = LlamaLike("stablelm", {"stablelm"});
  Section& section = row.sections[0];
  section.bias = "use_qkv_bias";
  section.norm.kind = NormKind::kLayer;
  section.norm.shape = NormShape::kPerHead;
  section.norm.query = "q_layernorm.norms.{h}.weight";
  section.norm.key = "k_layernorm.norms.{h}.weight";
  section.norm.present = {"qk_layernorm", false};
  section.norm.epsilon = {{"layer_norm_eps"}, 1e-5};
  section.rope.fraction = {{"partial_rotary_factor", "rope_pct"}, 0.25};
  return row;
}

// One tensor for queries, keys and values.
ArchitectureRow Phi3() {
  ArchitectureRow row = Windowed(LlamaLike("phi3", {"phi3"}), 0);
  Section& section = row.sections[0];
  section.packing = Packing::kContiguous;
  section.inputs = {Linear("qkv_proj")};
  section.rope.yarn_is_longrope = true;
  return row;
}

// Layers see a window and all keys by turns; each head has a sink.
ArchitectureRow GptOss() {
  ArchitectureRow row = Windowed(LlamaLike("gpt_oss", {"gpt_oss"}), 128);
  Section& section = row.sections[0];
  section.window.period_absent = 2;
  section.sinks = "sinks";
  section.fields.head_dim_absent = 64;
  section.rope.base = {{"rope_theta"}, 150000.0};
  section.rope.scaling_required = true;
  return row;
}

}  // namespace

std::vector<ArchitectureRow> LlamaRows() {
  return {
      LlamaLike("llama", {"llama"}),
      MetaLlama(),
      Windowed(LlamaLike("mistral", {"mistral"}), 4096),
      Windowed(LlamaLike("mixtral", {"mixtral"}), 0),
      Qwen2("qwen2", ""),
      Qwen2("qwen2_moe", "qkv_bias"),
      Qwen3("qwen3", 128),
      Qwen3("qwen3_moe", 0),
      Olmo2(),
      Cohere(),
      Granite(),
      Starcoder2(),
      StableLm(),
      Phi3(),
      GptOss(),
  };
}

}  // namespace headwise
