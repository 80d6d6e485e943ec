// A sequence's keys and values, packed in tiles that all its blocks of queries read.
#ifndef HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_
#define HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_

#include <cstdint>
#include <vector>

#include "engine/attention/head_matrices.h"
#include "engine/attention/tile_sizes.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Keys begin..begin+count-1 of one sequence and one kv head.
struct KeyValueTile {
  std::int64_t begin = 0;
  std::int64_t count = 0;
  AlignedBuffer<float> keys;    // [head_dim,count] packed
  AlignedBuffer<float> values;  // [count,value_dim] packed
  // Rows of the tile whose values hold NaN or infinity. Zeros are packed in their place: 0 * NaN
  // would carry them to queries that do not see them.
  std::vector<std::int32_t> nonfinite_rows;
};

// Packs keys begin..begin+count-1 of a sequence, at most TileKeys(widths). One worker a tile;
// throws std::bad_alloc.
void PackTile(HeadWidths widths, const HeadMatrices& head, std::int64_t begin, std::int64_t count,
              KeyValueTile& tile);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_KEY_VALUE_TILES_H_
