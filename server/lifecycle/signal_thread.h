// Turns SIGTERM, SIGINT and SIGHUP into a request to stop.
#ifndef HEADWISE_SERVER_LIFECYCLE_SIGNAL_THREAD_H_
#define HEADWISE_SERVER_LIFECYCLE_SIGNAL_THREAD_H_

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "absl/status/statusor.h"

namespace headwise {

// Keeps the signals from every thread made from now on; they wait for a SignalThread. Call before
// the first thread. SIGHUP stays ignored if it is (as under nohup).
void BlockStopSignals();

// "SIGTERM"
const char* StopSignalName(int signal);

// Calls `on_first` for the first signal, on its own thread, where anything may be called, unlike
// in a handler. The second signal exits the process at once with 128 + its number. One at a time.
class SignalThread {
 public:
  // RESOURCE_EXHAUSTED if the system refuses a thread.
  static absl::StatusOr<std::unique_ptr<SignalThread>> Create(
      std::function<void(int signal)> on_first);
  ~SignalThread();

 private:
  explicit SignalThread(std::function<void(int signal)> on_first);
  void Run();

  const std::function<void(int)> on_first_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_SIGNAL_THREAD_H_
