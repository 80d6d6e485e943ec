#include "server/services/health_service.h"

#include <optional>

#include "grpc/health/v1/health.pb.h"
#include "server/convert/grpc_status.h"
#include "server/services/health_watch.h"
#include "server/services/small_message.h"

namespace headwise {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

// Ends a stream that did not begin. Deletes itself when gRPC says OnDone.
class RefusedWatch final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit RefusedWatch(const absl::Status& status) { Finish(ToGrpcStatus(status)); }
  void OnDone() override { delete this; }

 private:
  ~RefusedWatch() override = default;
};

absl::Status StatusOfName(const HealthState& state, const grpc::ByteBuffer& bytes,
                          HealthCheckResponse& answer) {
  HealthCheckRequest message;
  if (absl::Status status = ParseSmall(bytes, message); !status.ok()) return status;
  const std::optional<bool> serving = state.IsServing(message.service());
  if (!serving) {
    return absl::NotFoundError(
        "service: expected the empty name, a service's full name, liveness or readiness");
  }
  answer.set_status(*serving ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING);
  return absl::OkStatus();
}

}  // namespace

grpc::ServerUnaryReactor* HealthService::Check(grpc::CallbackServerContext* context,
                                               const grpc::ByteBuffer* request,
                                               grpc::ByteBuffer* response) {
  HealthCheckResponse answer;
  const absl::Status status = StatusOfName(state_, *request, answer);
  if (status.ok()) *response = Encode(answer);
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(ToGrpcStatus(status));
  return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* HealthService::Watch(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) {
  HealthCheckRequest message;
  const absl::Status status = ParseSmall(*request, message);
  if (!status.ok()) return new RefusedWatch(status);
  return new HealthWatch(state_, message.service());
}

}  // namespace headwise
