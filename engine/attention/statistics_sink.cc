#include "engine/attention/statistics_sink.h"

#include <algorithm>
#include <cstdint>

#include "engine/attention/map_tensor_sinks.h"

namespace headwise {
namespace {

bool SeesAKey(const ScoreTile& scores, std::int64_t row) {
  const float* values = scores.scores + row * scores.stride;
  const ColumnRange visible = scores.visible[row];
  return std::any_of(values + visible.begin, values + std::max(visible.begin, visible.end),
                     [](float score) { return score != kHiddenScore; });
}

}  // namespace

void StatisticsSink::Take(const ScoreTile& scores, const KeyValueTile& tile) {
  for (std::int64_t i = 0; i < of_.block.count; ++i) {
    rows_[i].sees_a_key = rows_[i].sees_a_key || SeesAKey(scores, i);
  }
  ToProbabilities(of_, scores);
  for (std::int64_t i = 0; i < of_.block.count; ++i) {
    Row& row = rows_[i];
    const float* probabilities = scores.scores + i * scores.stride;
    // The query's own place among the tile's columns.
    const std::int64_t own = of_.block.rules.mask().PlaceOf(of_.block.token(i)) - tile.begin;
    AddToRowSums(probabilities, tile.count, static_cast<float>(own), row.sums);
    if (tile.begin == 0) row.first_token = probabilities[0];
    if (own >= 0 && own < tile.count) row.diagonal = probabilities[own];
  }
}

void StatisticsSink::Finish() {
  for (const Row& row : rows_) {
    if (!row.sees_a_key) continue;
    const double values[kHeadStatistics] = {row.sums.entropy, row.sums.largest, row.sums.distance,
                                            row.first_token,  row.diagonal,     1};
    for (int s = 0; s < kHeadStatistics; ++s) of_.sums.sums[s] += values[s];
    ++of_.sums.rows;
  }
}

}  // namespace headwise
