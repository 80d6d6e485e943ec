// Memory that a batch is computed in.
#ifndef HEADWISE_ENGINE_ATTENTION_WORKSPACE_H_
#define HEADWISE_ENGINE_ATTENTION_WORKSPACE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/attention/key_value_tiles.h"
#include "engine/attention/worker_scratch.h"
#include "engine/simd/softmax.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Kept from batch to batch, so that a steady load allocates nothing. Owned by the Engine and
// used by one batch at a time; `workers` by one worker each.
struct Workspace {
  explicit Workspace(int worker_count) : workers(worker_count) {}

  // Rows widened or gathered, or the last rows alone: inputs of queries, keys and values.
  AlignedBuffer<float> inputs[3];
  AlignedBuffer<float> projected;      // Q, K and V of all heads, as the form lays them out
  AlignedBuffer<float> merged;         // [rows, H*hv], concatenated head contexts times their gates
  AlignedBuffer<float> head_contexts;  // [H, rows, hv], where contributions are asked for
  AlignedBuffer<float> context;        // [rows, Dout], where it cannot be written in place
  std::vector<SoftmaxState> states;    // [H, rows]
  std::vector<KeyValueTile> tiles;
  std::vector<WorkerScratch> workers;
  std::int64_t batches = 0;  // so far

  // Gives memory back after an unusually large batch.
  void Trim() {
    constexpr std::size_t kKeepFloats = std::size_t{16} << 20;
    for (AlignedBuffer<float>* buffer :
         {&inputs[0], &inputs[1], &inputs[2], &projected, &merged, &head_contexts, &context}) {
      if (buffer->size() > kKeepFloats) *buffer = AlignedBuffer<float>();
    }
    constexpr std::size_t kKeepStates = std::size_t{4} << 20;
    if (states.size() > kKeepStates) states = std::vector<SoftmaxState>();
    TrimTiles(1024, tiles);
    for (WorkerScratch& worker : workers) TrimTiles(64, worker.tiles);
  }

 private:
  static void TrimTiles(std::size_t keep, std::vector<KeyValueTile>& tiles) {
    if (tiles.size() > keep) tiles.resize(keep);
    if (tiles.capacity() > 2 * keep) tiles.shrink_to_fit();
  }
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_WORKSPACE_H_
