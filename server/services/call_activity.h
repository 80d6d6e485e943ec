// When the last call came in, and how many are there.
#ifndef HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_
#define HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_

#include <atomic>
#include <chrono>
#include <cstdint>

namespace headwise {

// Owned by the server. Thread-safe.
class CallActivity {
 public:
  // A call of any method has come in.
  void Begin() {
    last_.store(Now(), std::memory_order_relaxed);
    ++running_;
  }
  // Its answer has been handed over to the connection, or nobody waits for it.
  void End() { --running_; }

  std::int64_t running() const { return running_; }

  // Time since the last call; since the start if there was none.
  std::chrono::nanoseconds Quiet() const {
    return std::chrono::nanoseconds(Now() - last_.load(std::memory_order_relaxed));
  }

 private:
  static std::chrono::nanoseconds::rep Now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  std::atomic<std::chrono::nanoseconds::rep> last_{Now()};
  std::atomic<std::int64_t> running_{0};
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_
