#include "engine/attention/top_keys_sink.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace headwise {
TopKeysSink::TopKeysSink(const MapBlock& of)
    : of_(of),
      count_(static_cast<std::size_t>(of.outputs.top_keys.shape().dim(3))),
      best_(static_cast<std::size_t>(of.block.count)) {}

void TopKeysSink::Take(const ScoreTile& scores, const KeyValueTile& tile) {
  for (std::int64_t i = 0; i < of_.block.count; ++i) {
    const float* row = scores.scores + i * scores.stride;
    for (std::int32_t j = scores.visible[i].begin; j < scores.visible[i].end; ++j) {
      if (row[j] == kHiddenScore) continue;
      // NaN has no order; it comes last.
      Offer(best_[i], {std::isnan(row[j]) ? kHiddenScore : row[j], tile.begin + j});
    }
  }
}

void TopKeysSink::Offer(std::vector<Candidate>& best, const Candidate& candidate) const {
  if (best.size() == count_) {
    if (!Before(candidate, best.front())) return;
    std::pop_heap(best.begin(), best.end(), Before);
    best.pop_back();
  }
  best.push_back(candidate);
  std::push_heap(best.begin(), best.end(), Before);
}

void TopKeysSink::Finish() {
  for (std::int64_t i = 0; i < of_.block.count; ++i) Write(i);
}

void TopKeysSink::Write(std::int64_t i) {
  std::vector<Candidate>& best = best_[i];
  std::sort_heap(best.begin(), best.end(), Before);
  const Shape& shape = of_.outputs.top_keys.shape();
  const std::int64_t first =
      (of_.map * shape.dim(2) + of_.positions[i]) * static_cast<std::int64_t>(count_);
  const SoftmaxState& state = of_.states[i];
  for (std::size_t k = 0; k < count_; ++k) {
    std::int32_t key = -1;
    float weight = 0;
    if (k < best.size()) {
      const double off = (static_cast<double>(best[k].score) - static_cast<double>(state.max)) *
                         of_.block.rules.unit();
      key = static_cast<std::int32_t>(best[k].key);
      const double raised = std::exp(off);
      // Nothing where a probability is nothing (simd/softmax.h); NaN stays.
      if (!(raised < std::numeric_limits<float>::min())) {
        weight = static_cast<float>(raised / static_cast<double>(state.sum));
      }
    }
    const std::int64_t at = (first + static_cast<std::int64_t>(k)) * std::int64_t{sizeof(key)};
    std::memcpy(of_.outputs.top_keys.data() + at, &key, sizeof(key));
    std::memcpy(of_.outputs.top_weights.data() + at, &weight, sizeof(weight));
  }
}

}  // namespace headwise
