// How queries and keys are cut for the attention of one head.
#ifndef HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_
#define HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_

#include <algorithm>
#include <cstdint>

namespace headwise {

// Widths of a query or key, and of a value.
struct HeadWidths {
  std::int64_t head_dim;
  std::int64_t value_dim;
};

// A long sequence is cut into blocks of kQueries queries, the work items, and tiles of TileKeys
// keys, which stay in a core's second-level cache while a block's queries pass over them,
// kStepQueries at a time. All of it depends on a request's own shape alone.
struct TileSizes {
  static constexpr std::int64_t kQueries = 128;
  static constexpr std::int64_t kStepQueries = 6;
  // A step's scores take three quarters of a first-level cache.
  static constexpr std::int64_t kMostKeys = 1024;
};

// Keys of a tile: at most 512 KiB of keys, and of values.
constexpr std::int64_t TileKeys(HeadWidths widths) {
  constexpr std::int64_t kFloats = std::int64_t{1} << 17;
  constexpr std::int64_t kUnit = 64;
  const std::int64_t keys = kFloats / std::max(widths.head_dim, widths.value_dim);
  return std::clamp(keys / kUnit * kUnit, kUnit, TileSizes::kMostKeys);
}

// Tiles that a sequence of `length` keys is cut into.
constexpr std::int64_t TileCount(HeadWidths widths, std::int64_t length) {
  return (length + TileKeys(widths) - 1) / TileKeys(widths);
}

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_
