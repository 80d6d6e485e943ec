// Chooses the kernels of a model's projections.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECTION_MAKER_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECTION_MAKER_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "engine/attention/plan_cache.h"
#include "engine/attention/projection.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/weight_options.h"

namespace headwise {

// Borrows the engine's plans and workers. Cheap to copy. Making runs on all workers, so it is for
// whoever holds the engine's mutex.
class ProjectionMaker {
 public:
  ProjectionMaker(PlanCache& plans, WorkerPool& workers, const WeightOptions& options)
      : plans_(plans), workers_(workers), options_(options) {}

  const WeightOptions& options() const { return options_; }
  // The same kernels with F32 weights, for what is computed from stored weights.
  ProjectionMaker Exact() const {
    return {plans_, workers_, {WeightStorage::kF32, options_.kernels}};
  }

  // K is `inner`; N is the sum of the parts' columns. Rows of y lie `destination_stride` floats
  // apart. Throws std::bad_alloc.
  absl::StatusOr<std::unique_ptr<Projection>> Make(std::int64_t inner,
                                                   absl::Span<const ProjectionPart> parts,
                                                   std::int64_t destination_stride) const;

 private:
  PlanCache& plans_;
  WorkerPool& workers_;
  WeightOptions options_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECTION_MAKER_H_
