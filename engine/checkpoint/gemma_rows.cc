#include "engine/checkpoint/architecture_rows.h"

namespace headwise {
namespace {

ArchitectureRow Gemma(absl::string_view name) {
  ArchitectureRow row = LlamaLike(name, {name});
  row.sections[0].fields.head_dim_absent = 256;
  return row;
}

// Scores are scaled by a number of config.json, and some layers see a window.
ArchitectureRow Alternating(absl::string_view name) {
  ArchitectureRow row = Gemma(name);
  Section& section = row.sections[0];
  section.scale.instead_of_width = {{"query_pre_attn_scalar"}, 256.0};
  section.window.field = "sliding_window";
  section.window.absent = 4096;
  section.refused = {{"use_bidirectional_attention", "windows to both sides"}};
  return row;
}

ArchitectureRow Gemma2() {
  ArchitectureRow row = Alternating("gemma2");
  row.sections[0].window.period_absent = 2;
  row.sections[0].softcap = {{"attn_logit_softcapping"}, 50.0};
  return row;
}

// Layers with a window have a rotary base of their own. The softcap of its config.json is not
// applied to attention.
ArchitectureRow Gemma3Text() {
  ArchitectureRow row = Alternating("gemma3_text");
  row.prefixes = {"", "model.", "language_model.model.", "model.language_model."};
  Section& section = row.sections[0];
  section.window.period = "sliding_window_pattern";
  section.window.period_absent = 6;
  section.rope.base = {{"rope_theta"}, 1000000.0};
  section.rope.sliding_base = {{"rope_local_base_freq"}, 10000.0};
  section.norm.kind = NormKind::kRms;
  section.norm.query = "q_norm.weight";
  section.norm.key = "k_norm.weight";
  section.norm.plus_one = true;
  return row;
}

// With a vision tower. Files give only what differs from the class's own numbers.
ArchitectureRow Gemma3() {
  ArchitectureRow row = Gemma3Text();
  row.name = "gemma3";
  row.model_types = {"gemma3"};
  Section& section = row.sections[0];
  section.scope = "text_config";
  section.fields.heads_absent = 8;
  section.fields.kv_heads_absent = 4;
  row.left_out = {{"vision_tower.", "the vision tower's attention is left out"}};
  return row;
}

}  // namespace

std::vector<ArchitectureRow> GemmaRows() {
  return {Gemma("gemma"), Gemma2(), Gemma3Text(), Gemma3()};
}

}  // namespace headwise
