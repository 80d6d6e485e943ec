// Memory that one worker computes in.
#ifndef HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_
#define HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "engine/attention/key_value_tiles.h"
#include "engine/simd/softmax.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Small enough to stay in the second-level cache; grown by its own worker.
struct WorkerScratch {
  AlignedBuffer<float> queries;  // rows of a block that do not lie side by side
  AlignedBuffer<float> scores;   // [queries, TileKeys]
  AlignedBuffer<float> context;  // [queries, PaddedColumns(value_dim)]
  std::vector<SoftmaxState> states;
  std::vector<float> rescale;
  std::vector<ColumnRange> visible;
  AlignedBuffer<float> added;  // a row of an additive mask, widened
  std::vector<KeyValueTile> tiles;

  absl::Span<KeyValueTile> TilesFor(std::size_t count) {
    if (tiles.size() < count) tiles.resize(count);
    return absl::MakeSpan(tiles).first(count);
  }
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_
