#include "server/services/health_state.h"

namespace headwise {
namespace {

constexpr absl::string_view kLiveness = "liveness";
constexpr absl::string_view kReady[] = {"", "headwise.v1.AttentionService",
                                        "headwise.v1.ModelService", "readiness"};

}  // namespace

std::optional<bool> HealthState::IsServingLocked(absl::string_view name) const {
  if (name == kLiveness) return true;
  for (const absl::string_view known : kReady) {
    if (name == known) return ready_;
  }
  return std::nullopt;
}

std::optional<bool> HealthState::IsServing(absl::string_view name) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return IsServingLocked(name);
}

void HealthState::SetReady() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!drained_) ChangeLocked(true);
}

bool HealthState::Drain() {
  const std::lock_guard<std::mutex> lock(mutex_);
  drained_ = true;
  const bool was_ready = ready_;
  ChangeLocked(false);
  return was_ready;
}

void HealthState::ChangeLocked(bool ready) {
  if (ready_ == ready) return;
  ready_ = ready;
  for (const auto& [watcher, name] : watchers_) watcher->OnServing(IsServingLocked(name));
}

void HealthState::AddWatcher(const std::string& name, Watcher& watcher) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watchers_.emplace(&watcher, name);
  watcher.OnServing(IsServingLocked(name));
  if (ended_) watcher.OnEnd();
}

void HealthState::RemoveWatcher(Watcher& watcher) {
  const std::lock_guard<std::mutex> lock(mutex_);
  watchers_.erase(&watcher);
}

void HealthState::End() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ended_ = true;
  for (const auto& [watcher, name] : watchers_) watcher->OnEnd();
}

}  // namespace headwise
