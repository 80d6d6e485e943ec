#include "engine/attention/plan_cache.h"

#include <cstdint>
#include <utility>

namespace headwise {
namespace {

// Forgets entries whose plans are gone.
template <typename Map>
void DropDead(Map& map) {
  for (auto it = map.begin(); it != map.end();) {
    it = it->second.expired() ? map.erase(it) : std::next(it);
  }
}

}  // namespace

absl::StatusOr<std::shared_ptr<const ProjectionPlans>> PlanCache::ForProjection(
    const ProjectionShape& shape) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (std::shared_ptr<const ProjectionPlans> known = projections_[shape].lock()) {
    counters_.hits.fetch_add(known->plan_count(), std::memory_order_relaxed);
    return known;
  }
  DropDead(projections_);
  auto made = ProjectionPlans::Create(runtime_, shape);
  if (!made.ok()) return made.status();
  counters_.misses.fetch_add((*made)->plan_count(), std::memory_order_relaxed);
  projections_[shape] = *made;
  return *std::move(made);
}

absl::StatusOr<std::shared_ptr<TilePlans>> PlanCache::ForTiles(std::int64_t head_dim) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (std::shared_ptr<TilePlans> known = tiles_[head_dim].lock()) return known;
  DropDead(tiles_);
  auto made = std::make_shared<TilePlans>(runtime_, head_dim, counters_);
  tiles_[head_dim] = made;
  return made;
}

std::int64_t PlanCache::plans() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::int64_t count = 0;
  for (const auto& [shape, plans] : projections_) {
    if (auto alive = plans.lock()) count += alive->plan_count();
  }
  for (const auto& [head_dim, plans] : tiles_) {
    if (auto alive = plans.lock()) count += alive->plan_count();
  }
  return count;
}

}  // namespace headwise
