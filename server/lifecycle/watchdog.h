// Ends a process that does not end by itself.
#ifndef HEADWISE_SERVER_LIFECYCLE_WATCHDOG_H_
#define HEADWISE_SERVER_LIFECYCLE_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace headwise {

// Calls `bark` on its own thread unless it is destroyed within `patience`. gRPC's Shutdown waits
// for every call, whatever its deadline, so a stuck one would keep the process for ever. Stays
// quiet if the system refuses its thread.
class Watchdog {
 public:
  Watchdog(std::chrono::milliseconds patience, std::function<void()> bark);
  ~Watchdog();

 private:
  void Run();

  const std::chrono::steady_clock::time_point limit_;
  const std::function<void()> bark_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_WATCHDOG_H_
