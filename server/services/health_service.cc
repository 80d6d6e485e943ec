#include "server/services/health_service.h"

#include <optional>

#include "server/services/health_watch.h"

namespace headwise {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

grpc::ServerUnaryReactor* HealthService::Check(grpc::CallbackServerContext* context,
                                               const HealthCheckRequest* request,
                                               HealthCheckResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const std::optional<bool> serving = state_.IsServing(request->service());
  if (!serving) {
    reactor->Finish(grpc::Status(grpc::StatusCode::NOT_FOUND,
                                 "service: expected the empty name, a service's full name, "
                                 "liveness or readiness"));
    return reactor;
  }
  response->set_status(*serving ? HealthCheckResponse::SERVING : HealthCheckResponse::NOT_SERVING);
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerWriteReactor<HealthCheckResponse>* HealthService::Watch(
    grpc::CallbackServerContext* context, const HealthCheckRequest* request) {
  return new HealthWatch(state_, request->service());
}

}  // namespace headwise
