// How queries and keys are cut for the attention of one head.
#ifndef HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_
#define HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_

#include <cstdint>

namespace headwise {

// A long sequence is cut into blocks of kQueries queries, the work items, and tiles of kKeys keys,
// which stay in a core's second-level cache while a block's queries pass over them, kStepQueries
// at a time. All of it depends on a request's own shape alone.
struct TileSizes {
  static constexpr std::int64_t kQueries = 128;
  static constexpr std::int64_t kStepQueries = 6;
  static constexpr std::int64_t kKeys = 512;
};

// Widths of a query or key, and of a value.
struct HeadWidths {
  std::int64_t head_dim;
  std::int64_t value_dim;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_TILE_SIZES_H_
