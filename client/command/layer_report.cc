#include "client/command/layer_report.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/command/format.h"
#include "client/command/layer_facts.h"

namespace headwise {
namespace {

// "input+output", "input", "output", "none"
std::string BiasText(const LayerSpec& layer) {
  if (layer.input_bias && layer.output_bias) return "input+output";
  if (layer.input_bias) return "input";
  return layer.output_bias ? "output" : "none";
}

RopeScaling ScalingOf(absl::string_view name) {
  for (RopeScaling scaling : {RopeScaling::kLinear, RopeScaling::kDynamic, RopeScaling::kYarn,
                              RopeScaling::kLongRope, RopeScaling::kLlama3}) {
    if (name == RopeScalingName(scaling)) return scaling;
  }
  return RopeScaling::kNone;
}

RopeSpec RopeOf(const v1::Rope& rope) {
  RopeSpec spec;
  spec.dims = rope.dims();
  spec.interleaved = rope.interleaved();
  spec.base = rope.base();
  spec.scaling = ScalingOf(rope.scaling());
  spec.factor = rope.factor();
  spec.attention_factor = rope.attention_factor();
  return spec;
}

QkNormSpec NormOf(const v1::Norm& norm) {
  QkNormSpec spec;
  spec.kind = norm.kind() == NormKindName(NormKind::kLayer) ? NormKind::kLayer : NormKind::kRms;
  spec.scope = norm.projection() ? NormScope::kProjection : NormScope::kHead;
  spec.epsilon = norm.epsilon();
  return spec;
}

// All cells but the first two: what must be the same for layers to share a line.
std::vector<std::string> FactCells(const LayerSpec& layer) {
  return {absl::StrCat(layer.heads),       absl::StrCat(layer.kv_heads),
          absl::StrCat(layer.head_dim),    absl::StrCat(layer.d_model),
          absl::StrCat(layer.d_out),       FormatSmall(layer.scale),
          FormatYesNo(layer.causal),       BiasText(layer),
          FormatCount(layer.parameters()), ExtrasText(layer)};
}

Json RopeJson(const RopeSpec& rope) {
  if (rope.dims == 0) return nullptr;
  return {{"dims", rope.dims},
          {"interleaved", rope.interleaved},
          {"base", JsonNumber(rope.base)},
          {"attention_factor", JsonNumber(rope.attention_factor)},
          {"scaling", RopeScalingName(rope.scaling)},
          {"factor", JsonNumber(rope.factor)}};
}

Json NormJson(const QkNormSpec& norm) {
  if (norm.kind == NormKind::kNone) return nullptr;
  return {{"kind", NormKindName(norm.kind)},
          {"scope", norm.scope == NormScope::kHead ? "head" : "projection"},
          {"epsilon", JsonNumber(norm.epsilon)}};
}

Json SlopesJson(const LayerSpec& layer) {
  Json slopes = Json::array();
  for (float slope : layer.alibi_slopes) slopes.push_back(JsonNumber(slope));
  return slopes;
}

Json LayerJson(std::size_t index, const LayerSpec& layer) {
  return {{"layer", index},
          {"module", layer.module},
          {"heads", layer.heads},
          {"kv_heads", layer.kv_heads},
          {"head_dim", layer.head_dim},
          {"value_dim", layer.value_head_dim()},
          {"d_model", layer.d_model},
          {"key_d_model", layer.key_input_width()},
          {"value_d_model", layer.value_input_width()},
          {"d_out", layer.d_out},
          {"scale", JsonNumber(layer.scale)},
          {"causal", layer.causal},
          {"cross", layer.cross},
          {"input_bias", layer.input_bias},
          {"output_projection", layer.output_projection},
          {"output_bias", layer.output_bias},
          {"window", layer.window},
          {"softcap", JsonNumber(layer.softcap)},
          {"clip_qkv", JsonNumber(layer.clip_qkv)},
          {"alibi_slopes", SlopesJson(layer)},
          {"relative_bias_buckets", layer.relative_bias.buckets},
          {"sinks", layer.sinks},
          {"norm", NormJson(layer.qk_norm)},
          {"rope", RopeJson(layer.rope)},
          {"parameters", layer.parameters()}};
}

}  // namespace

LayerSpec SpecOf(const v1::LayerInfo& layer) {
  LayerSpec spec;
  spec.module = layer.module();
  spec.d_model = layer.d_model();
  if (layer.key_d_model() != layer.d_model()) spec.key_d_model = layer.key_d_model();
  if (layer.value_d_model() != spec.key_input_width()) spec.value_d_model = layer.value_d_model();
  spec.heads = layer.heads();
  spec.kv_heads = layer.kv_heads();
  spec.head_dim = layer.head_dim();
  if (layer.value_dim() != layer.head_dim()) spec.value_dim = layer.value_dim();
  spec.d_out = layer.d_out();
  spec.scale = layer.scale();
  spec.causal = layer.causal();
  spec.cross = layer.cross();
  spec.input_bias = layer.input_bias();
  spec.output_projection = layer.output_projection();
  spec.output_bias = layer.output_bias();
  spec.window = layer.window();
  spec.softcap = layer.softcap();
  spec.clip_qkv = layer.clip_qkv();
  spec.sinks = layer.sinks();
  spec.alibi_slopes.assign(layer.alibi_slopes().begin(), layer.alibi_slopes().end());
  if (layer.has_rope()) spec.rope = RopeOf(layer.rope());
  if (layer.has_norm()) spec.qk_norm = NormOf(layer.norm());
  // The table is what its other parameters leave.
  if (layer.relative_bias() && spec.heads > 0) {
    spec.relative_bias.buckets = (layer.parameters() - spec.parameters()) / spec.heads;
  }
  return spec;
}

Table LayersTable(absl::Span<const LayerSpec> layers) {
  const Align right = Align::kRight;
  Table table({{"LAYERS", right},
               {"MODULE"},
               {"HEADS", right},
               {"KV HEADS", right},
               {"HEAD_DIM", right},
               {"D_MODEL", right},
               {"D_OUT", right},
               {"SCALE", right},
               {"CAUSAL"},
               {"BIASES"},
               {"PARAMETERS", right},
               {"MORE"}});
  for (std::size_t first = 0, end = 0; first < layers.size(); first = end) {
    const std::vector<std::string> facts = FactCells(layers[first]);
    for (end = first + 1; end < layers.size(); ++end) {
      if (FactCells(layers[end]) != facts) break;
      if (!SameFamily(layers[first].module, layers[end].module)) break;
    }
    const bool one = end == first + 1;
    std::vector<std::string> cells = {
        one ? absl::StrCat(first) : absl::StrCat(first, "-", end - 1),
        one ? layers[first].module : ModuleRange(layers[first].module, layers[end - 1].module)};
    cells.insert(cells.end(), facts.begin(), facts.end());
    table.AddRow(std::move(cells));
  }
  return table;
}

Json LayersJson(absl::Span<const LayerSpec> layers) {
  Json json = Json::array();
  for (std::size_t i = 0; i < layers.size(); ++i) json.push_back(LayerJson(i, layers[i]));
  return json;
}

}  // namespace headwise
