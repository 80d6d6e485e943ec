// What a layer's scores follow, besides its weights.
#ifndef HEADWISE_ENGINE_ATTENTION_LAYER_RULES_H_
#define HEADWISE_ENGINE_ATTENTION_LAYER_RULES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Relative bias by distance for all heads: bias of head h at distance d (between -before and
// after) at values[h][before + d]. Immutable.
struct DistanceBias {
  std::int64_t before = 0;
  std::int64_t after = 0;
  std::vector<std::vector<float>> values;
};

// Spec, sinks and relative bias of a layer. `distance_bias` holds all distances of the batch that
// is computed, or is null where the layer has no relative bias.
struct LayerRules {
  const LayerSpec& spec;
  const std::vector<float>& sinks;  // [H] or empty
  const DistanceBias* distance_bias;
};

// The table [buckets, H] spread over distances -before..after. Throws std::bad_alloc.
DistanceBias SpreadRelativeBias(const LayerSpec& spec, const std::vector<float>& table,
                                std::int64_t before, std::int64_t after);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_LAYER_RULES_H_
