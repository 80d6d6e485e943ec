// Which keys a query sees by its place alone.
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

// The rule for one sequence of `keys` keys. Query i stands at key i + offset, where the offset
// Tk - Tq aligns the last query with the last key. Causal hides keys behind that place; a window
// W hides keys up to place - W. Immutable.
class KeyMask {
 public:
  // `window` 0: none.
  KeyMask(bool causal, std::int64_t window, std::int64_t offset, std::int64_t keys)
      : causal_(causal), window_(window), offset_(offset), keys_(keys) {}

  std::int64_t PlaceOf(std::int64_t query) const { return query + offset_; }

  // begin <= end.
  KeyRange VisibleTo(std::int64_t query) const {
    const std::int64_t place = PlaceOf(query);
    const std::int64_t end = causal_ ? std::clamp<std::int64_t>(place + 1, 0, keys_) : keys_;
    const std::int64_t begin =
        window_ > 0 ? std::clamp<std::int64_t>(place - window_ + 1, 0, end) : 0;
    return {begin, end};
  }

  // Keys that any of queries first..first+count-1 sees lie in this range.
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
  const std::int64_t window_;
  const std::int64_t offset_;
  const std::int64_t keys_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_KEY_MASK_H_
