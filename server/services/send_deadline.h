// Ends calls whose clients do not take their answers.
#ifndef HEADWISE_SERVER_SERVICES_SEND_DEADLINE_H_
#define HEADWISE_SERVER_SERVICES_SEND_DEADLINE_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "grpcpp/alarm.h"

namespace headwise {

// How long a client may take for an answer of that many bytes: half a minute, and as long as a
// line of 2 Mbit/s needs. None for one so small that watching it would cost more.
std::optional<std::chrono::milliseconds> SendAllowance(std::int64_t bytes);

// gRPC holds an answer for as long as the client's flow control window stays shut, which may be
// for ever. Thread-compatible; owned by the call.
class SendDeadline {
 public:
  SendDeadline() = default;
  // Once it has returned, `cancel` is not called any more.
  ~SendDeadline();
  SendDeadline(const SendDeadline&) = delete;
  SendDeadline& operator=(const SendDeadline&) = delete;

  // Calls `cancel`, on a thread of gRPC's, unless this is destroyed within the allowance. Call
  // once at most.
  void Start(std::chrono::milliseconds allowance, std::function<void()> cancel);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::optional<grpc::Alarm> alarm_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_SEND_DEADLINE_H_
