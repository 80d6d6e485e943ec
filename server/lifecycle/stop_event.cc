#include "server/lifecycle/stop_event.h"

namespace headwise {

void StopEvent::Request(const absl::Status& why) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!why_) why_ = why;
  requested_.notify_all();
}

absl::Status StopEvent::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  requested_.wait(lock, [this] { return why_.has_value(); });
  return *why_;
}

}  // namespace headwise
