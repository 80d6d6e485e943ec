// The gRPC side of one Health.Watch stream.
#ifndef HEADWISE_SERVER_SERVICES_HEALTH_WATCH_H_
#define HEADWISE_SERVER_SERVICES_HEALTH_WATCH_H_

#include <mutex>
#include <optional>
#include <string>

#include "grpc/health/v1/health.pb.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/services/health_state.h"

namespace headwise {

// Writes the state whenever it differs from what was written last, one write at a time; changes
// during a write collapse into the latest. Finishes once: when the client goes or the state
// ends. Deletes itself when gRPC says OnDone.
class HealthWatch final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                          public HealthState::Watcher {
 public:
  HealthWatch(HealthState& state, const std::string& name);

  void OnServing(std::optional<bool> serving) override;
  void OnEnd() override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  using Response = grpc::health::v1::HealthCheckResponse;

  ~HealthWatch() override = default;
  // Starts what is due: a write, or the end. The lock is held.
  void Advance();

  HealthState& state_;
  std::mutex mutex_;
  Response::ServingStatus wanted_ = Response::UNKNOWN;
  Response written_;
  grpc::ByteBuffer bytes_;  // of written_, until the write is done
  bool writing_ = false;
  bool finished_ = false;
  std::optional<grpc::Status> end_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_HEALTH_WATCH_H_
