// Memory that one worker computes in.
#ifndef HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_
#define HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_

#include <vector>

#include "engine/simd/softmax.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Small enough to stay in the second-level cache; grown by its own worker.
struct WorkerScratch {
  AlignedBuffer<float> queries;  // [height, inner]
  AlignedBuffer<float> scores;   // [height, width]
  AlignedBuffer<float> context;  // [height, value_dim]
  AlignedBuffer<float> plain;    // a tile of keys or values before packing
  std::vector<SoftmaxState> states;
  std::vector<float> rescale;
  std::vector<ColumnRange> visible;
  AlignedBuffer<float> added;  // a row of an additive mask, widened
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_WORKER_SCRATCH_H_
