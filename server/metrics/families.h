// The metric families of a server: names, types, help texts.
#ifndef HEADWISE_SERVER_METRICS_FAMILIES_H_
#define HEADWISE_SERVER_METRICS_FAMILIES_H_

#include <memory>

#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"

namespace headwise {

// Owned by the server; everything that counts borrows it. Thread-safe. A family is exported
// once it has a series.
class MetricFamilies {
 public:
  using Counters = prometheus::Family<prometheus::Counter>;
  using Gauges = prometheus::Family<prometheus::Gauge>;
  using Histograms = prometheus::Family<prometheus::Histogram>;

  MetricFamilies();

  // What an exposer serves.
  const std::shared_ptr<prometheus::Registry>& registry() const { return registry_; }

 private:
  const std::shared_ptr<prometheus::Registry> registry_;  // first: the references are into it

 public:
  Gauges& build_info;
  Gauges& model_info;
  Gauges& model_ready;
  Gauges& model_load_duration;
  Gauges& model_weights_bytes;
  Counters& rpc_started;
  Counters& rpc_handled;
  Histograms& rpc_handling;
  Gauges& requests_in_flight;
  Gauges& queue_requests;
  Gauges& queue_tokens;
  Counters& requests_rejected;
  Histograms& stage_duration;
  Histograms& head_duration;
  Histograms& layer_duration;
  Counters& tokens;
  Histograms& batch_requests;
  Histograms& batch_tokens;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_FAMILIES_H_
