// Plans shared by all layers of an engine.
#ifndef HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_
#define HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "absl/status/statusor.h"
#include "engine/attention/projection_plans.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// Finds or makes plans. A plan lives as long as a layer uses it, so the cache is bounded by the
// shapes of the loaded models, not by what is asked of them.
// Owned by the Engine. Thread-safe, but making plans runs kernels as worker 0: call it while no
// other thread computes.
class PlanCache {
 public:
  explicit PlanCache(OnednnRuntime& runtime) : runtime_(runtime) {}

  absl::StatusOr<std::shared_ptr<const ProjectionPlans>> ForProjection(
      const ProjectionShape& shape);

  // How often a plan was there, how often it had to be made, and plans alive now.
  std::int64_t hits() const { return hits_.load(std::memory_order_relaxed); }
  std::int64_t misses() const { return misses_.load(std::memory_order_relaxed); }
  std::int64_t plans() const;

 private:
  // Forgets entries whose plans are gone.
  void DropDead();

  OnednnRuntime& runtime_;
  std::atomic<std::int64_t> hits_{0};
  std::atomic<std::int64_t> misses_{0};
  mutable std::mutex mutex_;
  std::map<ProjectionShape, std::weak_ptr<const ProjectionPlans>> projections_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PLAN_CACHE_H_
