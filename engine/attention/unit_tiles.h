// Where the packed tiles of units lie in the workspace.
#ifndef HEADWISE_ENGINE_ATTENTION_UNIT_TILES_H_
#define HEADWISE_ENGINE_ATTENTION_UNIT_TILES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/head_unit.h"
#include "engine/attention/key_value_tiles.h"
#include "engine/attention/tile_sizes.h"

namespace headwise {

// Tiles of a unit lie side by side. Only units that `kept(index)` names have any; what the others
// need lives no longer than their own work.
class UnitTiles {
 public:
  // Makes room in `tiles`, which must outlive this object and stay unchanged.
  UnitTiles(HeadWidths widths, const Batch& batch, absl::Span<const HeadUnit> units,
            absl::FunctionRef<bool(std::size_t)> kept, std::vector<KeyValueTile>& tiles)
      : tiles_(tiles) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      begins_.push_back(count);
      if (!kept(i)) continue;
      count +=
          static_cast<std::size_t>(TileCount(widths, batch.sequences()[units[i].sequence].keys));
    }
    begins_.push_back(count);
    if (tiles.size() < count) tiles.resize(count);
  }

  absl::Span<KeyValueTile> Of(std::size_t unit) const {
    return absl::MakeSpan(tiles_).subspan(begins_[unit], begins_[unit + 1] - begins_[unit]);
  }

 private:
  std::vector<KeyValueTile>& tiles_;
  std::vector<std::size_t> begins_;  // and the end of the last
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_UNIT_TILES_H_
