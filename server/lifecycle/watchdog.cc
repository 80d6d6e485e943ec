#include "server/lifecycle/watchdog.h"

#include <system_error>
#include <utility>

namespace headwise {

Watchdog::Watchdog(std::chrono::milliseconds patience, std::function<void()> bark)
    : limit_(std::chrono::steady_clock::now() + patience), bark_(std::move(bark)) {
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error&) {
    // No thread to be had: better to go on without a watchdog than not to stop at all.
  }
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!ended_changed_.wait_until(lock, limit_, [this] { return ended_; })) bark_();
}

}  // namespace headwise
