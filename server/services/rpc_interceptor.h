// Counts every call of every registered method.
#ifndef HEADWISE_SERVER_SERVICES_RPC_INTERCEPTOR_H_
#define HEADWISE_SERVER_SERVICES_RPC_INTERCEPTOR_H_

#include "grpcpp/support/server_interceptor.h"
#include "server/metrics/rpc_metrics.h"
#include "server/services/call_activity.h"

namespace headwise {

// Given to the ServerBuilder, which owns it. Borrows both, which must outlive the server.
class RpcInterceptorFactory final : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  RpcInterceptorFactory(RpcMetrics& metrics, CallActivity& activity)
      : metrics_(metrics), activity_(activity) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override;

 private:
  RpcMetrics& metrics_;
  CallActivity& activity_;
};

// Our methods, so that their series exist before the first call.
void CreateSeries(RpcMetrics& metrics);

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_RPC_INTERCEPTOR_H_
