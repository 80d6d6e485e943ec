#include "engine/checkpoint/architecture_table.h"

namespace headwise {
namespace {

// Sebastian Raschka, "Build a Large Language Model (From Scratch)", chapter 3: what its classes
// share. Fields as the course's dictionaries and its models on the Hub name them.
ArchitectureRow CourseRow(absl::string_view name) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = {name};
  row.found_by_names = true;
  row.modules = {""};
  row.inputs = {{"W_query.weight", "W_query.bias"},
                {"W_key.weight", "W_key.bias"},
                {"W_value.weight", "W_value.bias"}};
  row.fields.layers = {"num_hidden_layers", "n_layers"};
  row.fields.width = {"hidden_size", "d_in", "emb_dim"};
  row.fields.heads = {"num_attention_heads", "num_heads", "n_heads"};
  row.fields.head_dim = {"head_dim"};
  row.fields.d_out = {"d_out"};
  return row;
}

// Bare parameters, used as x W.
ArchitectureRow CourseSelfAttentionV1() {
  ArchitectureRow row = CourseRow("rasbt_self_attention_v1");
  row.input_storage = Storage::kInOut;
  row.inputs = {{"W_query", ""}, {"W_key", ""}, {"W_value", ""}};
  row.output_rule = OutputRule::kNone;
  row.single_head = true;
  row.causal = false;
  return row;
}

ArchitectureRow CourseSelfAttentionV2() {
  ArchitectureRow row = CourseRow("rasbt_self_attention_v2");
  row.output_rule = OutputRule::kNone;
  row.single_head = true;
  row.causal = false;
  return row;
}

ArchitectureRow CourseCausalAttention() {
  ArchitectureRow row = CourseRow("rasbt_causal_attention");
  row.buffers = {"mask"};
  row.output_rule = OutputRule::kNone;
  row.single_head = true;
  return row;
}

ArchitectureRow CourseMultiHeadWrapper() {
  ArchitectureRow row = CourseRow("rasbt_mha_wrapper");
  row.modules = {"", "trf_blocks.{i}.att"};
  row.packing = Packing::kPerHead;
  row.inputs = {{"heads.{h}.W_query.weight", "heads.{h}.W_query.bias"},
                {"heads.{h}.W_key.weight", "heads.{h}.W_key.bias"},
                {"heads.{h}.W_value.weight", "heads.{h}.W_value.bias"}};
  row.buffers = {"heads.{h}.mask"};
  row.output_rule = OutputRule::kOptional;
  row.output = {"out_proj.weight", "out_proj.bias"};
  return row;
}

ArchitectureRow CourseMultiHeadAttention() {
  ArchitectureRow row = CourseRow("rasbt_mha");
  row.modules = {"", "trf_blocks.{i}.att"};
  row.buffers = {"mask"};
  row.output = {"out_proj.weight", "out_proj.bias"};
  return row;
}

ArchitectureRow CourseCombinedQkv() {
  ArchitectureRow row = CourseRow("rasbt_mha_combined");
  row.modules = {"", "trf_blocks.{i}.att"};
  row.packing = Packing::kContiguous;
  row.inputs = {{"qkv.weight", "qkv.bias"}};
  row.buffers = {"mask"};
  row.output = {"proj.weight", "proj.bias"};
  return row;
}

// torch.nn.MultiheadAttention, alone or in an nn.TransformerEncoder.
ArchitectureRow TorchMultiheadAttention() {
  ArchitectureRow row;
  row.name = "torch_mha";
  row.model_types = {"torch_mha"};
  row.found_by_names = true;
  row.prefixes = {"", "encoder."};
  row.modules = {"", "self_attn", "layers.{i}.self_attn"};
  row.packing = Packing::kContiguous;
  row.inputs = {{"in_proj_weight", "in_proj_bias"}};
  row.output = {"out_proj.weight", "out_proj.bias"};
  row.unsupported = {
      {"q_proj_weight", "separate projections (kdim or vdim differ from embed_dim)"},
      {"k_proj_weight", "separate projections (kdim or vdim differ from embed_dim)"},
      {"v_proj_weight", "separate projections (kdim or vdim differ from embed_dim)"},
      {"bias_k", "a learned extra key (add_bias_kv)"},
      {"bias_v", "a learned extra value (add_bias_kv)"},
  };
  row.fields.layers = {"num_hidden_layers", "num_layers"};
  row.fields.width = {"embed_dim", "hidden_size", "d_model"};
  row.fields.heads = {"num_heads", "num_attention_heads", "nhead"};
  row.head_dim_rule = HeadDimRule::kFromWidth;
  row.causal = false;
  return row;
}

// GPT2Attention of transformers: Conv1D, so every matrix is stored [in,out].
ArchitectureRow Gpt2() {
  ArchitectureRow row;
  row.name = "gpt2";
  row.model_types = {"gpt2"};
  row.prefixes = {"", "transformer."};
  row.modules = {"h.{i}.attn"};
  row.packing = Packing::kContiguous;
  row.input_storage = Storage::kInOut;
  row.inputs = {{"c_attn.weight", "c_attn.bias"}};
  row.output_width = OutputWidth::kModel;
  row.output_storage = Storage::kInOut;
  row.output = {"c_proj.weight", "c_proj.bias"};
  // attn.bias is the causal mask, whatever its name says.
  row.buffers = {"bias", "masked_bias"};
  row.left_out = {{".crossattention.",
                   "the cross-attention layers of this checkpoint are left out: only "
                   "self-attention is served"}};
  row.fields.layers = {"n_layer", "num_hidden_layers"};
  row.fields.width = {"n_embd", "hidden_size"};
  row.fields.heads = {"n_head", "num_attention_heads"};
  row.head_dim_rule = HeadDimRule::kFromWidth;
  row.scale.enabled = "scale_attn_weights";
  row.scale.inverse_layer = "scale_attn_by_inverse_layer_idx";
  return row;
}

}  // namespace

absl::Span<const ArchitectureRow> ArchitectureTable() {
  // Never destroyed, so that threads may use it while the process ends.
  static const auto* const table = new std::vector<ArchitectureRow>{
      CourseSelfAttentionV1(),    CourseSelfAttentionV2(),
      CourseCausalAttention(),    CourseMultiHeadWrapper(),
      CourseMultiHeadAttention(), CourseCombinedQkv(),
      TorchMultiheadAttention(),  Gpt2(),
  };
  return *table;
}

}  // namespace headwise
