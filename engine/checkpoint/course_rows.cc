// Sebastian Raschka, "Build a Large Language Model (From Scratch)".
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

// What the classes share. Fields as the course's dictionaries and its models on the Hub name them.
ArchitectureRow CourseRow(absl::string_view name) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = {name};
  row.found_by_names = true;
  Section section;
  section.modules = {""};
  section.inputs = {Linear("W_query"), Linear("W_key"), Linear("W_value")};
  section.output_width = OutputWidth::kHeads;
  section.head_dim_rule = HeadDimRule::kFromRows;
  section.bias = "qkv_bias";
  section.fields.layers = {"num_hidden_layers", "n_layers"};
  section.fields.width = {"hidden_size", "d_in", "emb_dim"};
  section.fields.heads = {"num_attention_heads", "num_heads", "n_heads"};
  section.fields.head_dim = {"head_dim"};
  section.fields.d_out = {"d_out"};
  row.sections = {section};
  return row;
}

// Bare parameters, used as x W.
ArchitectureRow SelfAttentionV1() {
  ArchitectureRow row = CourseRow("rasbt_self_attention_v1");
  Section& section = row.sections[0];
  section.input_storage = Storage::kInOut;
  section.inputs = {{"W_query", ""}, {"W_key", ""}, {"W_value", ""}};
  section.output_rule = OutputRule::kNone;
  section.single_head = true;
  section.causal = kNever;
  return row;
}

ArchitectureRow SelfAttentionV2() {
  ArchitectureRow row = CourseRow("rasbt_self_attention_v2");
  row.sections[0].output_rule = OutputRule::kNone;
  row.sections[0].single_head = true;
  row.sections[0].causal = kNever;
  return row;
}

ArchitectureRow CausalAttention() {
  ArchitectureRow row = CourseRow("rasbt_causal_attention");
  row.sections[0].buffers = {"mask"};
  row.sections[0].output_rule = OutputRule::kNone;
  row.sections[0].single_head = true;
  return row;
}

ArchitectureRow MultiHeadWrapper() {
  ArchitectureRow row = CourseRow("rasbt_mha_wrapper");
  Section& section = row.sections[0];
  section.modules = {"", "trf_blocks.{i}.att"};
  section.packing = Packing::kPerHead;
  section.inputs = {Linear("heads.{h}.W_query"), Linear("heads.{h}.W_key"),
                    Linear("heads.{h}.W_value")};
  section.buffers = {"heads.{h}.mask"};
  section.output_rule = OutputRule::kOptional;
  section.output = Linear("out_proj");
  return row;
}

ArchitectureRow MultiHeadAttention() {
  ArchitectureRow row = CourseRow("rasbt_mha");
  row.sections[0].modules = {"", "trf_blocks.{i}.att"};
  row.sections[0].buffers = {"mask"};
  row.sections[0].output = Linear("out_proj");
  return row;
}

ArchitectureRow CombinedQkv() {
  ArchitectureRow row = CourseRow("rasbt_mha_combined");
  Section& section = row.sections[0];
  section.modules = {"", "trf_blocks.{i}.att"};
  section.packing = Packing::kContiguous;
  section.inputs = {Linear("qkv")};
  section.buffers = {"mask"};
  section.output = Linear("proj");
  return row;
}

// The course's GroupedQueryAttention; names alone cannot tell it from MultiHeadAttention.
ArchitectureRow Grouped(absl::string_view name) {
  ArchitectureRow row = CourseRow(name);
  row.found_by_names = false;
  Section& section = row.sections[0];
  section.modules = {"", "trf_blocks.{i}.att"};
  section.buffers = {"mask", "cos", "sin"};
  section.output = Linear("out_proj");
  section.output_width = OutputWidth::kModel;
  section.fields.kv_heads = {"num_key_value_heads", "n_kv_groups", "num_kv_groups"};
  section.rope.used = true;
  section.rope.base = {{"rope_base", "rope_theta"}, 10000.0};
  section.rope.scaling = "rope_freq";
  section.rope.scaling_type = "llama3";
  return row;
}

ArchitectureRow GroupedWithNorms() {
  ArchitectureRow row = Grouped("rasbt_qwen3");
  NormRule& norm = row.sections[0].norm;
  norm.kind = NormKind::kRms;
  norm.query = "q_norm.scale";
  norm.key = "k_norm.scale";
  norm.query_bias = "q_norm.shift";
  norm.key_bias = "k_norm.shift";
  norm.present = {"qk_norm", true};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> CourseRows() {
  return {SelfAttentionV1(),    SelfAttentionV2(), CausalAttention(),       MultiHeadWrapper(),
          MultiHeadAttention(), CombinedQkv(),     Grouped("rasbt_llama3"), GroupedWithNorms()};
}

}  // namespace headwise
