#include "server/services/send_deadline.h"

#include <mutex>
#include <utility>

namespace headwise {
namespace {

constexpr std::chrono::seconds kGrace{30};
constexpr std::int64_t kBytesPerMillisecond = 256;
constexpr std::int64_t kSmallBytes = std::int64_t{16} << 10;

}  // namespace

struct SendDeadline::Shared {
  std::mutex mutex;
  std::function<void()> cancel;  // empty once the answer was taken
};

std::optional<std::chrono::milliseconds> SendAllowance(std::int64_t bytes) {
  if (bytes <= kSmallBytes) return std::nullopt;
  return kGrace + std::chrono::milliseconds(bytes / kBytesPerMillisecond);
}

SendDeadline::~SendDeadline() {
  if (shared_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(shared_->mutex);
  shared_->cancel = nullptr;
}

void SendDeadline::Start(std::chrono::milliseconds allowance, std::function<void()> cancel) {
  shared_ = std::make_shared<Shared>();
  shared_->cancel = std::move(cancel);
  alarm_.emplace();
  alarm_->Set(std::chrono::system_clock::now() + allowance, [shared = shared_](bool expired) {
    if (!expired) return;
    const std::lock_guard<std::mutex> lock(shared->mutex);
    if (shared->cancel) shared->cancel();
  });
}

}  // namespace headwise
