// Plans shared by all layers of an engine.
#ifndef HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_
#define HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "absl/status/statusor.h"
#include "engine/attention/projection_plans.h"
#include "engine/attention/tile_plans.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// Finds or makes plans. A plan lives as long as a layer uses it, and the latest few TilePlans
// longer, for layers that are made anew for each request. So the cache is bounded by the shapes of
// the loaded models and by TilePlans' fixed buckets, not by what is asked of them.
// Owned by the Engine. Thread-safe, but making plans runs kernels as worker 0: call it while no
// other thread computes.
class PlanCache {
 public:
  explicit PlanCache(OnednnRuntime& runtime) : runtime_(runtime) {}

  absl::StatusOr<std::shared_ptr<const ProjectionPlans>> ForProjection(
      const ProjectionShape& shape);
  // Takes no lock that is held while plans are made, and makes none.
  std::shared_ptr<TilePlans> ForTiles(HeadWidths widths);

  // How often a plan was there, how often it had to be made, and plans alive now.
  std::int64_t hits() const { return counters_.hits.load(std::memory_order_relaxed); }
  std::int64_t misses() const { return counters_.misses.load(std::memory_order_relaxed); }
  std::int64_t plans() const;

 private:
  OnednnRuntime& runtime_;
  PlanCounters counters_;
  mutable std::mutex mutex_;
  std::map<ProjectionShape, std::weak_ptr<const ProjectionPlans>> projections_;
  mutable std::mutex tiles_mutex_;
  std::map<HeadWidths, std::weak_ptr<TilePlans>> tiles_;
  std::deque<std::shared_ptr<TilePlans>> latest_tiles_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_
