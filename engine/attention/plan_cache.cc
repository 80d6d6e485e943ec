#include "engine/attention/plan_cache.h"

#include <cstdint>
#include <iterator>
#include <utility>

namespace headwise {
absl::StatusOr<std::shared_ptr<const ProjectionPlans>> PlanCache::ForProjection(
    const ProjectionShape& shape) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (std::shared_ptr<const ProjectionPlans> known = projections_[shape].lock()) {
    hits_.fetch_add(known->plan_count(), std::memory_order_relaxed);
    return known;
  }
  DropDead();
  auto made = ProjectionPlans::Create(runtime_, shape);
  if (!made.ok()) return made.status();
  misses_.fetch_add((*made)->plan_count(), std::memory_order_relaxed);
  projections_[shape] = *made;
  return *std::move(made);
}

void PlanCache::DropDead() {
  for (auto it = projections_.begin(); it != projections_.end();) {
    it = it->second.expired() ? projections_.erase(it) : std::next(it);
  }
}

std::int64_t PlanCache::plans() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::int64_t count = 0;
  for (const auto& [shape, plans] : projections_) {
    if (auto alive = plans.lock()) count += alive->plan_count();
  }
  return count;
}

}  // namespace headwise
