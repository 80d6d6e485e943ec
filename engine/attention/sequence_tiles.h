// Where each sequence's packed tiles lie in the workspace.
#ifndef HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_
#define HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/key_value_tiles.h"

namespace headwise {

// Tiles of sequence s and kv group g lie side by side, groups of a sequence after each other.
class SequenceTiles {
 public:
  // Makes room in `tiles`, which must outlive this object and stay unchanged.
  SequenceTiles(const Batch& batch, int kv_groups, std::vector<KeyValueTile>& tiles)
      : batch_(batch), tiles_(tiles) {
    std::int64_t count = 0;
    for (const Sequence& sequence : batch.sequences()) {
      first_.push_back(count);
      count += kv_groups * TileCount(sequence.keys);
    }
    if (static_cast<std::int64_t>(tiles.size()) < count) tiles.resize(count);
  }

  absl::Span<KeyValueTile> Of(int sequence, int kv_group) const {
    const std::int64_t count = TileCount(batch_.sequences()[sequence].keys);
    return absl::MakeSpan(tiles_).subspan(first_[sequence] + kv_group * count, count);
  }

 private:
  const Batch& batch_;
  std::vector<KeyValueTile>& tiles_;
  std::vector<std::int64_t> first_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_SEQUENCE_TILES_H_
