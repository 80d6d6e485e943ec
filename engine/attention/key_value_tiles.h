// A sequence's keys and values, packed in tiles that all its blocks of queries read.
#ifndef HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_
#define HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/attention/head_matrices.h"
#include "engine/attention/tile_plans.h"
#include "engine/attention/worker_scratch.h"
#include "engine/onednn/packed_matrix.h"

namespace headwise {

// Keys begin..begin+count-1 of one sequence and one kv head.
struct KeyValueTile {
  std::int64_t begin = 0;
  std::int64_t count = 0;
  int width = 0;  // index into TileSizes::kWidths
  PackedMatrix keys;
  PackedMatrix values;
  // Rows of the tile whose values hold NaN or infinity. Zeros are packed in their place: 0 * NaN
  // would carry them to queries that do not see them.
  std::vector<std::int32_t> nonfinite_rows;
};

// Tiles that a sequence of `length` keys is cut into.
std::int64_t TileCount(std::int64_t length);

// Packs keys begin..begin+count-1 of a sequence, at most TileSizes::kKeys. Needs plans that are
// prepared for the tile's width. One worker a tile; throws std::bad_alloc.
absl::Status PackTile(int worker, const TilePlans& plans, const HeadMatrices& head,
                      std::int64_t begin, std::int64_t count, WorkerScratch& scratch,
                      KeyValueTile& tile);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_
