#include "client/command/flops.h"

#include <algorithm>
#include <cstdint>

namespace headwise {

double VisiblePairs(std::int64_t queries, std::int64_t keys, bool causal) {
  if (!causal) return static_cast<double>(queries) * static_cast<double>(keys);
  // Query i sees i + 1 + (keys - queries) keys. The first ones see none if queries > keys.
  const double last = static_cast<double>(keys);
  const double first = std::max<double>(1, static_cast<double>(keys - queries + 1));
  return (last - first + 1) * (first + last) / 2;
}

double ProjectionFlops(const LayerSpec& spec, std::int64_t rows) {
  double weights = static_cast<double>(spec.qkv_width()) * static_cast<double>(spec.d_model);
  if (spec.output_projection) {
    weights += static_cast<double>(spec.query_width()) * static_cast<double>(spec.d_out);
  }
  return 2 * weights * static_cast<double>(rows);
}

double AttentionFlops(const LayerSpec& spec, double visible_pairs) {
  return 4 * visible_pairs * static_cast<double>(spec.query_width());
}

}  // namespace headwise
