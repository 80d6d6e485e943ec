#include "engine/checkpoint/layer_spec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headwise {

std::int64_t LayerSpec::parameters() const {
  std::int64_t sum = 0;
  if (input_projection) {
    sum += query_width() * d_model + key_width() * key_input_width() +
           value_width() * value_input_width();
    if (input_bias) sum += qkv_width();
  }
  if (output_projection) sum += d_out * (merged_width() + (output_bias ? 1 : 0));
  if (qk_norm.kind != NormKind::kNone) {
    sum += qk_norm.scope == NormScope::kHead ? 2 * head_dim : query_width() + key_width();
  }
  if (sinks) sum += heads;
  return sum + relative_bias.buckets * heads;
}

const char* NormKindName(NormKind kind) {
  switch (kind) {
    case NormKind::kRms:
      return "rms";
    case NormKind::kLayer:
      return "layer";
    case NormKind::kNone:
      break;
  }
  return "none";
}

std::int64_t RelativeBiasSpec::BucketOf(std::int64_t distance) const {
  std::int64_t first = 0;
  std::int64_t count = buckets;
  std::int64_t back = -distance;  // how far the key lies before the query
  if (bidirectional) {
    count /= 2;
    if (distance > 0) first = count;
    back = std::abs(distance);
  } else {
    back = std::max<std::int64_t>(back, 0);
  }
  const std::int64_t exact = count / 2;
  if (back < exact) return first + back;
  // In float, as the models were trained: the rounding decides at the buckets' borders.
  const float ratio =
      std::log(static_cast<float>(back) / static_cast<float>(exact)) /
      static_cast<float>(std::log(static_cast<double>(max_distance) / static_cast<double>(exact)));
  const auto bucket = exact + static_cast<std::int64_t>(ratio * static_cast<float>(count - exact));
  return first + std::min(bucket, count - 1);
}

}  // namespace headwise
