#include "engine/checkpoint/weight_parts.h"

namespace headwise {

std::vector<float>& PartOf(LayerWeights& weights, Part part) {
  switch (part) {
    case Part::kQuery:
      return weights.query;
    case Part::kKey:
      return weights.key;
    case Part::kValue:
      return weights.value;
    case Part::kOutput:
      return weights.output;
    case Part::kQueryBias:
      return weights.query_bias;
    case Part::kKeyBias:
      return weights.key_bias;
    case Part::kValueBias:
      return weights.value_bias;
    case Part::kOutputBias:
      return weights.output_bias;
    case Part::kQueryNorm:
      return weights.query_norm;
    case Part::kKeyNorm:
      return weights.key_norm;
    case Part::kQueryNormBias:
      return weights.query_norm_bias;
    case Part::kKeyNormBias:
      return weights.key_norm_bias;
    case Part::kSinks:
      return weights.sinks;
    case Part::kRelativeBias:
      break;
  }
  return weights.relative_bias;
}

std::int64_t PartRows(const LayerSpec& spec, Part part) {
  switch (part) {
    case Part::kOutput:
    case Part::kOutputBias:
      return spec.d_out;
    case Part::kKey:
    case Part::kKeyBias:
    case Part::kKeyNorm:
    case Part::kKeyNormBias:
      return spec.key_width();
    case Part::kValue:
    case Part::kValueBias:
      return spec.value_width();
    case Part::kSinks:
      return spec.heads;
    case Part::kRelativeBias:
      return spec.relative_bias.buckets;
    default:
      return spec.query_width();
  }
}

}  // namespace headwise
