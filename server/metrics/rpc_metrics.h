// Counts calls by method and answer, under the names that gRPC's Prometheus libraries share.
#ifndef HEADWISE_SERVER_METRICS_RPC_METRICS_H_
#define HEADWISE_SERVER_METRICS_RPC_METRICS_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/metrics/families.h"
#include "server/metrics/series.h"

namespace headwise {

struct RpcMethod {
  std::string type;  // "unary", "server_stream", "client_stream" or "bidi_stream"
  std::string service;
  std::string name;
};

// Series of one method, for all codes, resolved once. Thread-safe.
class RpcMethodMetrics {
 public:
  RpcMethodMetrics(MetricFamilies& families, const RpcMethod& method);

  void Started() const { started_->Increment(); }
  // `code` is a grpc::StatusCode; one beyond the standard's counts as Unknown.
  void Handled(int code, double seconds) const;

 private:
  Series<prometheus::Counter> started_;
  Series<prometheus::Histogram> handling_;
  std::vector<Series<prometheus::Counter>> handled_;  // by code
};

// Owned by the server. Thread-safe.
class RpcMetrics {
 public:
  explicit RpcMetrics(MetricFamilies& families) : families_(families) {}

  // Creates the method's series at the first call. Only for methods that are registered with
  // the server: clients must not be able to choose names. The result lives as long as this.
  const RpcMethodMetrics& Get(const RpcMethod& method);

 private:
  MetricFamilies& families_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<RpcMethodMetrics>> by_path_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_RPC_METRICS_H_
