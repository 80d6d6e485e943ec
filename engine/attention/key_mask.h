// Which keys a query sees.
#ifndef HEADWISE_ENGINE_ATTENTION_KEY_MASK_H_
#define HEADWISE_ENGINE_ATTENTION_KEY_MASK_H_

#include <algorithm>
#include <cstdint>

#include "engine/simd/softmax.h"

namespace headwise {

// Keys begin..end-1.
struct KeyRange {
  std::int64_t begin;
  std::int64_t end;
};

// The rule for one sequence of `queries` queries and `keys` keys. Causal is aligned at the
// bottom right: key j is seen by query i iff j <= i + (keys - queries). Immutable.
class KeyMask {
 public:
  KeyMask(bool causal, std::int64_t queries, std::int64_t keys)
      : causal_(causal), offset_(keys - queries), keys_(keys) {}

  KeyRange VisibleTo(std::int64_t query) const {
    if (!causal_) return {0, keys_};
    return {0, std::clamp<std::int64_t>(query + offset_ + 1, 0, keys_)};
  }

  // Keys that any of queries first..first+count-1 sees.
  KeyRange VisibleToAny(std::int64_t first, std::int64_t count) const {
    return {VisibleTo(first).begin, VisibleTo(first + count - 1).end};
  }

  // The part of a tile of keys begin..begin+count-1 that `query` sees, as columns of the tile.
  ColumnRange VisibleInTile(std::int64_t query, std::int64_t begin, std::int64_t count) const {
    const KeyRange keys = VisibleTo(query);
    const auto first = std::clamp<std::int64_t>(keys.begin - begin, 0, count);
    const auto end = std::clamp<std::int64_t>(keys.end - begin, first, count);
    return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(end)};
  }

 private:
  const bool causal_;
  const std::int64_t offset_;
  const std::int64_t keys_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_KEY_MASK_H_
