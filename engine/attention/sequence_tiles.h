// Where each sequence's packed tiles lie in the workspace.
#ifndef HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_
#define HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/key_value_tiles.h"

namespace headwise {

// Sequences first..end-1 of a batch.
struct SequenceRange {
  int first;
  int end;
};

// Tiles of sequence s of a range and kv group g lie side by side, groups of a sequence after each
// other. A causal sequence has, besides, the first half of each tile that is wider than a block of
// queries: blocks whose last key lies in that half need no more.
class SequenceTiles {
 public:
  // Makes room in `tiles`, which must outlive this object and stay unchanged. `causal(sequence)`
  // tells which sequences get halves.
  SequenceTiles(const Batch& batch, SequenceRange range, int kv_groups,
                absl::FunctionRef<bool(const Sequence&)> causal, std::vector<KeyValueTile>& tiles)
      : first_sequence_(range.first), tiles_(tiles) {
    std::int64_t count = 0;
    for (const Sequence& sequence :
         batch.sequences().subspan(range.first, range.end - range.first)) {
      const std::int64_t whole = TileCount(sequence.keys);
      const std::int64_t halves = causal(sequence) ? HalfCount(sequence.keys) : 0;
      places_.push_back({count, whole, halves});
      count += kv_groups * (whole + halves);
    }
    if (static_cast<std::int64_t>(tiles.size()) < count) tiles.resize(count);
  }

  absl::Span<KeyValueTile> Of(int sequence, int kv_group) const {
    const Place& place = places_[sequence - first_sequence_];
    const std::int64_t first = place.first + kv_group * (place.whole + place.halves);
    return absl::MakeSpan(tiles_).subspan(first, place.whole);
  }

  // The first halves of tiles 0, 1, ...
  absl::Span<KeyValueTile> HalvesOf(int sequence, int kv_group) const {
    const Place& place = places_[sequence - first_sequence_];
    const std::int64_t first = place.first + kv_group * (place.whole + place.halves) + place.whole;
    return absl::MakeSpan(tiles_).subspan(first, place.halves);
  }

 private:
  struct Place {
    std::int64_t first;
    std::int64_t whole;   // tiles of a group
    std::int64_t halves;  // of a group
  };

  // Tiles with more keys than a block has queries.
  static std::int64_t HalfCount(std::int64_t keys) {
    return (keys + TileSizes::kKeys - TileSizes::kQueries - 1) / TileSizes::kKeys;
  }

  const int first_sequence_;
  std::vector<KeyValueTile>& tiles_;
  std::vector<Place> places_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_
