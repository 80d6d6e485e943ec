#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

// torch.nn.MultiheadAttention with in_proj_weight.
Section Packed(absl::string_view name, std::vector<absl::string_view> modules) {
  Section section;
  section.name = name;
  section.modules = std::move(modules);
  section.causal = kNever;
  section.packing = Packing::kContiguous;
  section.inputs = {{"in_proj_weight", ""}};
  section.joint_bias = "in_proj_bias";
  section.output = Linear("out_proj");
  section.output_width = OutputWidth::kHeads;
  section.unsupported = {
      {"bias_k", "a learned extra key (add_bias_kv)"},
      {"bias_v", "a learned extra value (add_bias_kv)"},
  };
  section.refused = {{"add_zero_attn", "an extra key and value of zeros"}};
  section.fields.layers = {"num_hidden_layers", "num_layers"};
  section.fields.width = {"embed_dim", "hidden_size", "d_model"};
  section.fields.heads = {"num_heads", "num_attention_heads", "nhead"};
  section.bias = "bias";
  return section;
}

// The same with kdim or vdim other than embed_dim: three matrices, still one bias.
Section Separate(Section section, absl::string_view name) {
  section.name = name;
  section.cross = true;
  section.packing = Packing::kSeparate;
  section.inputs = {{"q_proj_weight", ""}, {"k_proj_weight", ""}, {"v_proj_weight", ""}};
  section.own_kv_widths = true;
  section.unsupported = {};
  return section;
}

Section Cross(Section section) {
  section.cross = true;
  section.fields.layers = {"num_decoder_layers"};
  return section;
}

// Alone, or in an nn.TransformerEncoder, nn.TransformerDecoder or nn.Transformer.
ArchitectureRow MultiheadAttention() {
  ArchitectureRow row;
  row.name = "torch_mha";
  row.model_types = {"torch_mha"};
  row.found_by_names = true;
  row.prefixes = {"", "transformer."};
  const Section self = Packed(
      "self-attention", {"", "self_attn", "layers.{i}.self_attn", "encoder.layers.{i}.self_attn"});
  Section decoder = Packed("decoder self-attention", {"decoder.layers.{i}.self_attn"});
  decoder.fields.layers = {"num_decoder_layers"};
  const Section cross =
      Cross(Packed("cross-attention", {"multihead_attn", "layers.{i}.multihead_attn",
                                       "decoder.layers.{i}.multihead_attn"}));
  row.sections = {self, Separate(self, "attention with kdim and vdim"), decoder, cross,
                  Separate(cross, "cross-attention with kdim and vdim")};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> TorchRows() { return {MultiheadAttention()}; }

}  // namespace headwise
