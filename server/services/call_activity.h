// When the last call came in.
#ifndef HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_
#define HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_

#include <atomic>
#include <chrono>

namespace headwise {

// Owned by the server. Thread-safe.
class CallActivity {
 public:
  // A call of any method has come in.
  void Touch() { last_.store(Now(), std::memory_order_relaxed); }

  // Time since the last call; since the start if there was none.
  std::chrono::nanoseconds Quiet() const {
    return std::chrono::nanoseconds(Now() - last_.load(std::memory_order_relaxed));
  }

 private:
  static std::chrono::nanoseconds::rep Now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  std::atomic<std::chrono::nanoseconds::rep> last_{Now()};
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_CALL_ACTIVITY_H_
