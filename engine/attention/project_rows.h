// Applies projections to all rows of a batch on all workers.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_

#include <cstdint>
#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/projection.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// A projection and where its result goes. There must be room for the height of the last panel,
// which may exceed its rows by up to ProjectionPlans::kMaxHeight.
struct ProjectionTarget {
  const Projection* projection;
  // Gives the place of a panel's first row; called by the workers.
  std::function<float*(std::int64_t row)> destination;
};

// Row r at base + r * stride.
inline ProjectionTarget TargetAt(const Projection& projection, float* base, std::int64_t stride) {
  return {&projection, [=](std::int64_t row) { return base + row * stride; }};
}

// Work below this many floating-point operations is done by the calling thread alone: waking
// another one takes longer.
inline constexpr double kSmallWork = 1e6;

// Runs every target over the batch's rows, weights read once per panel of rows. `source` gives
// `height` rows from row `first` on. Failures go to the batch.
void ProjectRows(Batch& batch, WorkerPool& workers, absl::Span<const ProjectionTarget> targets,
                 absl::FunctionRef<const float*(std::int64_t first, std::int64_t height)> source);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECT_ROWS_H_
