// One head's probabilities as the cells of a picture.
#ifndef HEADWISE_CLIENT_PICTURE_ATTENTION_MAP_H_
#define HEADWISE_CLIENT_PICTURE_ATTENTION_MAP_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "client/picture/map_bins.h"

namespace headwise {

// A cell is the mean probability of the (query, key) pairs in it that the head may see. Memory
// grows with the cells, not with the tokens. Thread-compatible.
class AttentionMap {
 public:
  // `causal`: keys behind the query are hidden from it. `window`: so are all but the last
  // `window` up to its own place; 0: none.
  AttentionMap(const MapBins& bins, bool causal, std::int64_t window = 0);

  // The probabilities of query `row`, in 0..tokens-1, over the keys; those beyond the bins'
  // tokens do not count. There must be at least `tokens` of them.
  void AddRow(std::int64_t row, absl::Span<const float> probabilities);

  int cells() const { return bins_.cells(); }
  // Of queries in the cell `row` over keys in the cell `column`. None if the queries see none of
  // these keys.
  std::optional<float> Mean(int row, int column) const;
  // All that there are.
  std::vector<float> Means() const;
  // Whether some cell has none.
  bool hides() const { return (causal_ || (window_ > 0 && window_ < bins_.tokens)) && cells() > 1; }

 private:
  std::size_t Index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(cells()) +
           static_cast<std::size_t>(column);
  }

  MapBins bins_;
  bool causal_;
  std::int64_t window_;
  std::vector<float> sums_;
  std::vector<float> pairs_;  // that sums_ are of
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_ATTENTION_MAP_H_
