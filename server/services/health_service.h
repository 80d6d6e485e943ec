// grpc.health.v1.Health. gRPC's own would say SERVING before a model is loaded.
#ifndef HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_
#define HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_

#include "grpc/health/v1/health.grpc.pb.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/services/health_state.h"

namespace headwise {

// Check answers NOT_FOUND for an unknown name, Watch SERVICE_UNKNOWN. Raw, see small_message.h.
// Owned by the server; borrows the state.
class HealthService final : public grpc::health::v1::Health::WithRawCallbackMethod_Check<
                                grpc::health::v1::Health::WithRawCallbackMethod_Watch<
                                    grpc::health::v1::Health::Service>> {
 public:
  explicit HealthService(HealthState& state) : state_(state) {}

  grpc::ServerUnaryReactor* Check(grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request,
                                  grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Watch(grpc::CallbackServerContext* context,
                                                    const grpc::ByteBuffer* request) override;

 private:
  HealthState& state_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_HEALTH_SERVICE_H_
