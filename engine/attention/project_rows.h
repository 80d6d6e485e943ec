// Applies projections to the rows of a batch on all workers.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_

#include <cstdint>
#include <functional>

#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/projection.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// Blocks first_block..end_block-1 of a projection, applied to rows 0..rows-1. There must be room
// for the height of the last panel, which may exceed its rows by up to projection->overhang().
struct RowProjection {
  const Projection* projection;
  int first_block;
  int end_block;
  std::int64_t rows;
  // Gives `height` rows from row `first` on, and the place of the result's row `first`; called by
  // the workers.
  std::function<const float*(std::int64_t first, std::int64_t height)> source;
  std::function<float*(std::int64_t first)> destination;
};

// Work below this many floating-point operations is done by the calling thread alone: waking
// another one takes longer.
inline constexpr double kSmallWork = 1e6;

// Runs all of them, weights read once per panel of rows. Failures go to the batch.
void ProjectRows(Batch& batch, WorkerPool& workers, absl::Span<const RowProjection> projections);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_
