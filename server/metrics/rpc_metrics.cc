#include "server/metrics/rpc_metrics.h"

#include "server/metrics/buckets.h"

namespace headwise {
namespace {

constexpr const char* kCodeNames[] = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};
constexpr int kUnknown = 2;

prometheus::Labels LabelsOf(const RpcMethod& method) {
  return {
      {"grpc_type", method.type}, {"grpc_service", method.service}, {"grpc_method", method.name}};
}

}  // namespace

RpcMethodMetrics::RpcMethodMetrics(MetricFamilies& families, const RpcMethod& method)
    : started_(families.rpc_started, LabelsOf(method)),
      handling_(families.rpc_handling, LabelsOf(method), RpcBuckets()) {
  for (const char* code : kCodeNames) {
    prometheus::Labels labels = LabelsOf(method);
    labels["grpc_code"] = code;
    handled_.emplace_back(families.rpc_handled, labels);
  }
}

void RpcMethodMetrics::Handled(int code, double seconds) const {
  const bool standard = code >= 0 && code < static_cast<int>(handled_.size());
  handled_[standard ? code : kUnknown]->Increment();
  handling_->Observe(seconds);
}

const RpcMethodMetrics& RpcMetrics::Get(const RpcMethod& method) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<RpcMethodMetrics>& metrics = by_path_[method.service + "/" + method.name];
  if (metrics == nullptr) metrics = std::make_unique<RpcMethodMetrics>(families_, method);
  return *metrics;
}

}  // namespace headwise
