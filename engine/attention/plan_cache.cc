#include "engine/attention/plan_cache.h"

#include <algorithm>
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

std::shared_ptr<TilePlans> PlanCache::ForTiles(HeadWidths widths) {
  constexpr std::size_t kLatest = 8;
  std::lock_guard<std::mutex> lock(tiles_mutex_);
  std::shared_ptr<TilePlans> plans = tiles_[widths].lock();
  if (plans == nullptr) {
    DropDead(tiles_);
    plans = std::make_shared<TilePlans>(runtime_, widths, counters_);
    tiles_[widths] = plans;
  }
  const auto known = std::find(latest_tiles_.begin(), latest_tiles_.end(), plans);
  if (known != latest_tiles_.end()) latest_tiles_.erase(known);
  latest_tiles_.push_back(plans);
  if (latest_tiles_.size() > kLatest) latest_tiles_.pop_front();
  return plans;
}

std::int64_t PlanCache::plans() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::int64_t count = 0;
  for (const auto& [shape, plans] : projections_) {
    if (auto alive = plans.lock()) count += alive->plan_count();
  }
  std::lock_guard<std::mutex> tiles_lock(tiles_mutex_);
  for (const auto& [widths, plans] : tiles_) {
    if (auto alive = plans.lock()) count += alive->plan_count();
  }
  return count;
}

}  // namespace headwise
