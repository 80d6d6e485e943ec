#include "client/picture/attention_map.h"

#include <algorithm>
#include <cstdint>

namespace headwise {

AttentionMap::AttentionMap(const MapBins& bins, bool causal, std::int64_t window)
    : bins_(bins),
      causal_(causal),
      window_(window),
      sums_(Index(bins.cells(), 0), 0.0f),
      pairs_(Index(bins.cells(), 0), 0.0f) {}

void AttentionMap::AddRow(std::int64_t row, absl::Span<const float> probabilities) {
  const std::int64_t first = window_ > 0 ? std::max<std::int64_t>(0, row - window_ + 1) : 0;
  const std::int64_t end = causal_ ? row + 1 : bins_.tokens;
  const int cell_row = bins_.CellOf(row);
  for (std::int64_t key = first; key < end; ++key) {
    const std::size_t cell = Index(cell_row, bins_.CellOf(key));
    sums_[cell] += probabilities[static_cast<std::size_t>(key)];
    pairs_[cell] += 1;
  }
}

std::optional<float> AttentionMap::Mean(int row, int column) const {
  const std::size_t cell = Index(row, column);
  if (pairs_[cell] == 0) return std::nullopt;
  return sums_[cell] / pairs_[cell];
}

std::vector<float> AttentionMap::Means() const {
  std::vector<float> means;
  for (std::size_t cell = 0; cell < sums_.size(); ++cell) {
    if (pairs_[cell] > 0) means.push_back(sums_[cell] / pairs_[cell]);
  }
  return means;
}

}  // namespace headwise
