#include "client/command/layer_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/command/format.h"

namespace headwise {
namespace {

// "input+output", "input", "output", "none"
std::string BiasText(const LayerSpec& layer) {
  if (layer.input_bias && layer.output_bias) return "input+output";
  if (layer.input_bias) return "input";
  return layer.output_bias ? "output" : "none";
}

}  // namespace

LayerSpec SpecOf(const v1::LayerInfo& layer) {
  LayerSpec spec;
  spec.module = layer.module();
  spec.d_model = layer.d_model();
  spec.heads = layer.heads();
  spec.kv_heads = layer.kv_heads();
  spec.head_dim = layer.head_dim();
  spec.d_out = layer.d_out();
  spec.scale = layer.scale();
  spec.causal = layer.causal();
  spec.input_bias = layer.input_bias();
  spec.output_projection = layer.output_projection();
  spec.output_bias = layer.output_bias();
  return spec;
}

Table LayersTable(absl::Span<const LayerSpec> layers) {
  const Align right = Align::kRight;
  Table table({{"LAYER", right},
               {"MODULE"},
               {"HEADS", right},
               {"KV HEADS", right},
               {"HEAD_DIM", right},
               {"D_MODEL", right},
               {"D_OUT", right},
               {"SCALE", right},
               {"CAUSAL"},
               {"OUT PROJ"},
               {"BIASES"},
               {"PARAMETERS", right}});
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerSpec& layer = layers[i];
    table.AddRow({absl::StrCat(i), layer.module, absl::StrCat(layer.heads),
                  absl::StrCat(layer.kv_heads), absl::StrCat(layer.head_dim),
                  absl::StrCat(layer.d_model), absl::StrCat(layer.d_out), FormatSmall(layer.scale),
                  FormatYesNo(layer.causal), FormatYesNo(layer.output_projection), BiasText(layer),
                  FormatCount(layer.parameters())});
  }
  return table;
}

Json LayersJson(absl::Span<const LayerSpec> layers) {
  Json json = Json::array();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerSpec& layer = layers[i];
    json.push_back({{"layer", i},
                    {"module", layer.module},
                    {"heads", layer.heads},
                    {"kv_heads", layer.kv_heads},
                    {"head_dim", layer.head_dim},
                    {"d_model", layer.d_model},
                    {"d_out", layer.d_out},
                    {"scale", JsonNumber(layer.scale)},
                    {"causal", layer.causal},
                    {"input_bias", layer.input_bias},
                    {"output_projection", layer.output_projection},
                    {"output_bias", layer.output_bias},
                    {"parameters", layer.parameters()}});
  }
  return json;
}

}  // namespace headwise
