// How the tokens of a sequence share the cells of a map.
#ifndef HEADWISE_CLIENT_PICTURE_MAP_BINS_H_
#define HEADWISE_CLIENT_PICTURE_MAP_BINS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headwise {

// Cell c stands for the tokens from c * per_cell on; the last one may have fewer. Thread-safe.
struct MapBins {
  std::int64_t tokens = 1;
  std::int64_t per_cell = 1;

  int cells() const { return static_cast<int>((tokens + per_cell - 1) / per_cell); }
  int CellOf(std::int64_t token) const { return static_cast<int>(token / per_cell); }

  // One token of each cell, its middle one.
  std::vector<std::int64_t> MiddleTokens() const {
    std::vector<std::int64_t> middle;
    for (std::int64_t first = 0; first < tokens; first += per_cell) {
      middle.push_back(first + (std::min(per_cell, tokens - first) - 1) / 2);
    }
    return middle;
  }
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_MAP_BINS_H_
