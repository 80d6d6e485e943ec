#include "engine/attention/layer_rules.h"

#include <cstdint>

namespace headwise {

DistanceBias SpreadRelativeBias(const LayerSpec& spec, const std::vector<float>& table,
                                std::int64_t before, std::int64_t after) {
  DistanceBias bias{before, after, {}};
  bias.values.assign(static_cast<std::size_t>(spec.heads),
                     std::vector<float>(static_cast<std::size_t>(before + after + 1)));
  for (std::int64_t distance = -before; distance <= after; ++distance) {
    const std::int64_t bucket = spec.relative_bias.BucketOf(distance);
    for (std::int64_t head = 0; head < spec.heads; ++head) {
      bias.values[head][before + distance] = table[bucket * spec.heads + head];
    }
  }
  return bias;
}

}  // namespace headwise
