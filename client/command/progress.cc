#include "client/command/progress.h"

#include <chrono>
#include <ostream>
#include <utility>

namespace headwise {

Progress::Progress(const Console& console, std::string text)
    : err_(*console.err), text_(std::move(text)) {
  if (console.progress) thread_ = std::thread([this] { Show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Progress::Set(std::string text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  text_ = std::move(text);
}

void Progress::Show() {
  constexpr char kClearLine[] = "\r\033[K";
  std::unique_lock<std::mutex> lock(mutex_);
  int seconds = 1;
  for (; !wake_.wait_for(lock, std::chrono::seconds(1), [this] { return done_; }); ++seconds) {
    err_ << kClearLine << text_ << " (" << seconds << " s)" << std::flush;
  }
  if (seconds > 1) err_ << kClearLine << std::flush;
}

}  // namespace headwise
