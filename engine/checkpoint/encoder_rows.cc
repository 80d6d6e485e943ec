// Encoders of text and images: the classes of the same names in transformers.
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

Section BertSelf() {
  Section section;
  section.modules = {"encoder.layer.{i}.attention"};
  section.causal = {"is_decoder", false};
  section.inputs = {Linear("self.query"), Linear("self.key"), Linear("self.value")};
  section.output = Linear("output.dense");
  section.buffers = {"output.LayerNorm.weight", "output.LayerNorm.bias", "output.LayerNorm.gamma",
                     "output.LayerNorm.beta"};
  section.unsupported = {{"self.distance_embedding.weight", "relative positions"}};
  section.fields.layers = {"num_hidden_layers"};
  section.fields.width = {"hidden_size"};
  section.fields.heads = {"num_attention_heads"};
  return section;
}

ArchitectureRow Bert() {
  ArchitectureRow row;
  row.name = "bert";
  row.model_types = {"bert", "roberta", "xlm-roberta", "camembert", "electra"};
  row.prefixes = {"", "bert.", "roberta.", "electra."};
  Section cross = BertSelf();
  cross.name = "cross-attention";
  cross.modules = {"encoder.layer.{i}.crossattention"};
  cross.causal = kNever;
  cross.cross = true;
  row.sections = {BertSelf(), cross};
  return row;
}

ArchitectureRow DistilBert() {
  ArchitectureRow row;
  row.name = "distilbert";
  row.model_types = {"distilbert"};
  row.prefixes = {"", "distilbert."};
  Section section;
  section.modules = {"transformer.layer.{i}.attention"};
  section.causal = kNever;
  section.inputs = {Linear("q_lin"), Linear("k_lin"), Linear("v_lin")};
  section.output = Linear("out_lin");
  section.fields.layers = {"n_layers", "num_hidden_layers"};
  section.fields.width = {"dim", "hidden_size"};
  section.fields.heads = {"n_heads", "num_attention_heads"};
  row.sections = {section};
  return row;
}

ArchitectureRow Vit() {
  ArchitectureRow row;
  row.name = "vit";
  row.model_types = {"vit", "deit", "dinov2"};
  row.prefixes = {"", "vit.", "deit.", "dinov2."};
  Section section;
  section.modules = {"encoder.layer.{i}.attention"};
  section.causal = kNever;
  section.inputs = {Linear("attention.query"), Linear("attention.key"), Linear("attention.value")};
  section.output = Linear("output.dense");
  section.fields.layers = {"num_hidden_layers"};
  section.fields.width = {"hidden_size"};
  section.fields.heads = {"num_attention_heads"};
  section.bias = "qkv_bias";
  row.sections = {section};
  return row;
}

Section ClipTower(absl::string_view name, absl::string_view module, bool causal) {
  Section section;
  section.name = name;
  section.modules = {module};
  section.causal = causal ? kAlways : kNever;
  UseProjections("out_proj", section);
  section.fields.layers = {"num_hidden_layers"};
  section.fields.width = {"hidden_size"};
  section.fields.heads = {"num_attention_heads"};
  section.fields.heads_absent = causal ? 8 : 12;
  return section;
}

Section ClipText() {
  return ClipTower("text tower", "text_model.encoder.layers.{i}.self_attn", true);
}

Section ClipVision() {
  return ClipTower("vision tower", "vision_model.encoder.layers.{i}.self_attn", false);
}

ArchitectureRow Clip() {
  ArchitectureRow row;
  row.name = "clip";
  row.model_types = {"clip"};
  row.sections = {ClipText(), ClipVision()};
  row.sections[0].scope = "text_config";
  row.sections[1].scope = "vision_config";
  return row;
}

// One tower with a config.json of its own.
ArchitectureRow ClipAlone(absl::string_view name, Section section) {
  ArchitectureRow row;
  row.name = name;
  row.model_types = {name};
  row.sections = {std::move(section)};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> EncoderRows() {
  return {Bert(),
          DistilBert(),
          Vit(),
          Clip(),
          ClipAlone("clip_text_model", ClipText()),
          ClipAlone("clip_vision_model", ClipVision())};
}

}  // namespace headwise
