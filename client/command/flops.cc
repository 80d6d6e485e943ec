#include "client/command/flops.h"

#include <algorithm>

namespace headwise {

double VisiblePairs(std::int64_t queries, std::int64_t keys, bool causal, std::int64_t window) {
  double pairs = 0;
  for (std::int64_t i = 0; i < queries; ++i) {
    const std::int64_t place = i + keys - queries;  // the query's own
    const std::int64_t first = window > 0 ? std::max<std::int64_t>(0, place - window + 1) : 0;
    const std::int64_t end = causal ? std::min(keys, place + 1) : keys;
    pairs += static_cast<double>(std::max<std::int64_t>(0, end - first));
  }
  return pairs;
}

double ProjectionFlops(const LayerSpec& spec, const ProjectedRows& rows) {
  auto multiplications = [](std::int64_t count, std::int64_t inputs, std::int64_t outputs) {
    return static_cast<double>(count) * static_cast<double>(inputs) * static_cast<double>(outputs);
  };
  double sum = multiplications(rows.queries, spec.d_model, spec.query_width()) +
               multiplications(rows.keys, spec.key_input_width(), spec.key_width()) +
               multiplications(rows.keys, spec.value_input_width(), spec.value_width());
  if (spec.output_projection) {
    sum += multiplications(rows.queries, spec.merged_width(), spec.d_out);
  }
  return 2 * sum;
}

double AttentionFlops(const LayerSpec& spec, double visible_pairs) {
  return 2 * visible_pairs * static_cast<double>(spec.query_width() + spec.merged_width());
}

}  // namespace headwise
