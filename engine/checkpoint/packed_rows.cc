// Decoders with one tensor for queries, keys and values: the classes of the same names in
// transformers.
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

// Names that NeoX, BLOOM and Falcon share.
ArchitectureRow QueryKeyValue(absl::string_view name, absl::string_view module) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = {name};
  row.prefixes = {"", "transformer."};
  Section section;
  section.modules = {module};
  section.packing = Packing::kGrouped;
  section.inputs = {Linear("query_key_value")};
  section.output = Linear("dense");
  section.fields.layers = {"num_hidden_layers", "n_layer"};
  section.fields.width = {"hidden_size", "n_embed"};
  section.fields.heads = {"num_attention_heads", "n_head"};
  row.sections = {section};
  return row;
}

ArchitectureRow GptNeoX() {
  ArchitectureRow row = QueryKeyValue("gpt_neox", "layers.{i}.attention");
  row.prefixes = {"", "gpt_neox."};
  Section& section = row.sections[0];
  section.buffers = {"bias", "masked_bias", "rotary_emb.inv_freq"};
  section.bias = "attention_bias";
  section.rope.used = true;
  section.rope.base = {{"rotary_emb_base", "rope_theta"}, 10000.0};
  section.rope.fraction = {{"rotary_pct", "partial_rotary_factor"}, 0.25};
  return row;
}

ArchitectureRow Bloom() {
  ArchitectureRow row = QueryKeyValue("bloom", "h.{i}.self_attention");
  row.sections[0].alibi.slopes = AlibiSlopes::kPowers;
  return row;
}

// ALiBi, if switched on, takes the place of the rotary embedding.
ArchitectureRow Falcon(absl::string_view name) {
  ArchitectureRow row = QueryKeyValue(name, "h.{i}.self_attention");
  row.model_types = {"falcon"};
  Section& section = row.sections[0];
  section.buffers = {"rotary_emb.inv_freq", "maybe_rotary.inv_freq"};
  section.bias = "bias";
  section.rope.used = true;
  section.rope.unless = {"alibi", false};
  section.alibi.slopes = AlibiSlopes::kPowers;
  section.alibi.enabled = {"alibi", false};
  section.alibi.scaled = true;
  return row;
}

ArchitectureRow FalconNew() {
  ArchitectureRow row = Falcon("falcon");
  row.conditions = {{{"new_decoder_architecture", false}, true}};
  row.sections[0].fields.kv_heads = {"num_kv_heads", "n_head_kv"};
  return row;
}

// num_kv_heads of config.json does not count here.
ArchitectureRow FalconMultiQuery() {
  ArchitectureRow row = Falcon("falcon_multi_query");
  row.conditions = {{{"new_decoder_architecture", false}, false}, {{"multi_query", true}, true}};
  row.sections[0].packing = Packing::kContiguous;
  row.sections[0].single_kv_head = true;
  return row;
}

ArchitectureRow FalconAllHeads() {
  ArchitectureRow row = Falcon("falcon_all_heads");
  row.conditions = {{{"new_decoder_architecture", false}, false}, {{"multi_query", true}, false}};
  return row;
}

// GPTBigCodeAttention: names of GPT-2, but nn.Linear.
ArchitectureRow BigCode(absl::string_view name, bool multi_query) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = {"gpt_bigcode"};
  row.conditions = {{{"multi_query", true}, multi_query}};
  row.prefixes = {"", "transformer."};
  Section section;
  section.modules = {"h.{i}.attn"};
  section.packing = multi_query ? Packing::kContiguous : Packing::kGrouped;
  section.single_kv_head = multi_query;
  section.inputs = {Linear("c_attn")};
  section.output = Linear("c_proj");
  section.buffers = {"bias", "masked_bias"};
  section.fields.layers = {"n_layer", "num_hidden_layers"};
  section.fields.width = {"n_embd", "hidden_size"};
  section.fields.heads = {"n_head", "num_attention_heads"};
  section.scale.enabled = {"scale_attn_weights", true};
  row.sections = {section};
  return row;
}

ArchitectureRow Mpt() {
  ArchitectureRow row;
  row.name = "mpt";
  row.model_types = {"mpt"};
  row.prefixes = {"", "transformer."};
  Section section;
  section.modules = {"blocks.{i}.attn"};
  section.packing = Packing::kContiguous;
  section.inputs = {Linear("Wqkv")};
  section.output = Linear("out_proj");
  section.refused = {{"attn_config.qk_ln", "norms of queries and keys over all heads"},
                     {"attn_config.prefix_lm", "a prefix that sees itself both ways"}};
  section.fields.layers = {"n_layers", "num_hidden_layers"};
  section.fields.width = {"d_model", "hidden_size"};
  section.fields.heads = {"n_heads", "num_attention_heads"};
  section.scale.factor = {{"attn_config.softmax_scale"}, std::nullopt};
  section.clip_qkv = {{"attn_config.clip_qkv"}, std::nullopt};
  section.alibi.slopes = AlibiSlopes::kInterleaved;
  section.alibi.enabled = {"attn_config.alibi", true};
  section.alibi.max_exponent = {{"attn_config.alibi_bias_max"}, 8.0};
  row.sections = {section};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> PackedRows() {
  return {
      GptNeoX(),
      Bloom(),
      FalconNew(),
      FalconMultiQuery(),
      FalconAllHeads(),
      BigCode("gpt_bigcode", true),
      BigCode("gpt_bigcode_all_heads", false),
      Mpt(),
  };
}

}  // namespace headwise
