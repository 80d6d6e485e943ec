// grpc.health.v1.Health. gRPC's own would say SERVING before a model is loaded.
#ifndef HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_

#include "grpc/health/v1/health.grpc.pb.h"
#include "server/services/health_state.h"

namespace headwise {

// Check answers NOT_FOUND for an unknown name, Watch SERVICE_UNKNOWN. Owned by the server;
// borrows the state.
class HealthService final : public grpc::health::v1::Health::CallbackService {
 public:
  explicit HealthService(HealthState& state) : state_(state) {}

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context,
                                  const grpc::health::v1::HealthCheckRequest* request,
                                  grpc::health::v1::HealthCheckResponse* response) override;
  grpc::ServerWriteReactor<grpc::health::v1::HealthCheckResponse>* Watch(
      grpc::CallbackServerContext* context,
      const grpc::health::v1::HealthCheckRequest* request) override;

 private:
  HealthState& state_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_
