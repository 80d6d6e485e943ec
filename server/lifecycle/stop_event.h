// Why and when the server should stop.
#ifndef HEADWISE_SERVER_LIFECYCLE_STOP_EVENT_H_
#define HEADWISE_SERVER_LIFECYCLE_STOP_EVENT_H_

#include <condition_variable>
#include <mutex>
#include <optional>

#include "absl/status/status.h"

namespace headwise {

// Shared by the server, its loader and the signal thread. Thread-safe.
class StopEvent {
 public:
  // OK for a wanted stop, else the failure behind it. The first request counts.
  void Request(const absl::Status& why);
  // Blocks until a request was made, and returns it.
  absl::Status Wait();

 private:
  std::mutex mutex_;
  std::condition_variable requested_;
  std::optional<absl::Status> why_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_STOP_EVENT_H_
