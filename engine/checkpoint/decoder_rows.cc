// Decoders with names of their own: the classes of the same names in transformers.
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

// GPT2Attention: Conv1D, so every matrix is stored [in,out].
Section Gpt2Self() {
  Section section;
  section.modules = {"h.{i}.attn"};
  section.packing = Packing::kContiguous;
  section.input_storage = Storage::kInOut;
  section.inputs = {Linear("c_attn")};
  section.output_storage = Storage::kInOut;
  section.output = Linear("c_proj");
  // attn.bias is the causal mask, whatever its name says.
  section.buffers = {"bias", "masked_bias"};
  section.fields.layers = {"n_layer", "num_hidden_layers"};
  section.fields.width = {"n_embd", "hidden_size"};
  section.fields.heads = {"n_head", "num_attention_heads"};
  section.scale.enabled = {"scale_attn_weights", true};
  section.scale.inverse_layer = {"scale_attn_by_inverse_layer_idx", false};
  return section;
}

Section Gpt2Cross() {
  Section section = Gpt2Self();
  section.name = "cross-attention";
  section.modules = {"h.{i}.crossattention"};
  section.causal = kNever;
  section.cross = true;
  section.packing = Packing::kQueryAndKeyValue;
  section.inputs = {Linear("q_attn"), Linear("c_attn")};
  return section;
}

ArchitectureRow Gpt2() {
  ArchitectureRow row;
  row.name = "gpt2";
  row.model_types = {"gpt2"};
  row.prefixes = {"", "transformer."};
  row.sections = {Gpt2Self(), Gpt2Cross()};
  return row;
}

ArchitectureRow GptJ() {
  ArchitectureRow row;
  row.name = "gptj";
  row.model_types = {"gptj"};
  row.prefixes = {"", "transformer."};
  Section section;
  section.modules = {"h.{i}.attn"};
  UseProjections("out_proj", section);
  section.buffers = {"bias", "masked_bias", "embed_positions"};
  section.fields.layers = {"n_layer", "num_hidden_layers"};
  section.fields.width = {"n_embd", "hidden_size"};
  section.fields.heads = {"n_head", "num_attention_heads"};
  section.rope.used = true;
  section.rope.interleaved = true;
  section.rope.dims = {{"rotary_dim"}, 64.0};
  row.sections = {section};
  return row;
}

ArchitectureRow Opt() {
  ArchitectureRow row;
  row.name = "opt";
  row.model_types = {"opt"};
  row.prefixes = {"", "model."};
  Section section;
  section.modules = {"decoder.layers.{i}.self_attn"};
  UseProjections("out_proj", section);
  section.fields.layers = {"num_hidden_layers"};
  section.fields.width = {"hidden_size"};
  section.fields.heads = {"num_attention_heads"};
  section.bias = "enable_bias";
  row.sections = {section};
  return row;
}

ArchitectureRow Phi() {
  ArchitectureRow row = LlamaLike("phi", {"phi"});
  Section& section = row.sections[0];
  section.output = Linear("dense");
  section.bias = "";
  section.norm.kind = NormKind::kLayer;
  section.norm.query = "q_layernorm.weight";
  section.norm.key = "k_layernorm.weight";
  section.norm.query_bias = "q_layernorm.bias";
  section.norm.key_bias = "k_layernorm.bias";
  section.norm.present = {"qk_layernorm", false};
  section.norm.epsilon = {{"layer_norm_eps"}, 1e-5};
  section.rope.fraction = {{"partial_rotary_factor"}, 0.5};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> DecoderRows() { return {Gpt2(), GptJ(), Opt(), Phi()}; }

}  // namespace headwise
