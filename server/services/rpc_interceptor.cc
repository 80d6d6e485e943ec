#include "server/services/rpc_interceptor.h"

#include <chrono>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace headwise {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::ServerRpcInfo;

class RpcInterceptor final : public grpc::experimental::Interceptor {
 public:
  RpcInterceptor(const RpcMethodMetrics& metrics, CallActivity& activity)
      : metrics_(metrics), activity_(activity), start_(std::chrono::steady_clock::now()) {
    activity_.Begin();
    metrics_.Started();
  }
  // gRPC destroys it with the call.
  ~RpcInterceptor() override { activity_.End(); }

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start_;
      metrics_.Handled(methods->GetSendStatus().error_code(), took.count());
    }
    methods->Proceed();
  }

 private:
  const RpcMethodMetrics& metrics_;
  CallActivity& activity_;
  const std::chrono::steady_clock::time_point start_;
};

const char* TypeName(ServerRpcInfo::Type type) {
  switch (type) {
    case ServerRpcInfo::Type::UNARY:
      return "unary";
    case ServerRpcInfo::Type::CLIENT_STREAMING:
      return "client_stream";
    case ServerRpcInfo::Type::SERVER_STREAMING:
      return "server_stream";
    case ServerRpcInfo::Type::BIDI_STREAMING:
      break;
  }
  return "bidi_stream";
}

// From "/package.Service/Method".
RpcMethod MethodOf(const ServerRpcInfo& info) {
  absl::string_view path = info.method();
  absl::ConsumePrefix(&path, "/");
  const std::size_t slash = path.rfind('/');
  return {TypeName(info.type()), std::string(path.substr(0, slash)),
          std::string(path.substr(slash + 1))};
}

}  // namespace

grpc::experimental::Interceptor* RpcInterceptorFactory::CreateServerInterceptor(
    ServerRpcInfo* info) {
  return new RpcInterceptor(metrics_.Get(MethodOf(*info)), activity_);
}

void CreateSeries(RpcMetrics& metrics) {
  metrics.Get({"unary", "headwise.v1.AttentionService", "Attend"});
  metrics.Get({"unary", "headwise.v1.AttentionService", "AttendCore"});
  metrics.Get({"unary", "headwise.v1.ModelService", "ListModels"});
  metrics.Get({"unary", "headwise.v1.ModelService", "GetModel"});
  metrics.Get({"unary", "grpc.health.v1.Health", "Check"});
  metrics.Get({"server_stream", "grpc.health.v1.Health", "Watch"});
}

}  // namespace headwise
