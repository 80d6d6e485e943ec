// What is counted for one served name, from start to stop.
#ifndef HEADWISE_SERVER_METRICS_MODEL_METRICS_H_
#define HEADWISE_SERVER_METRICS_MODEL_METRICS_H_

#include <string>

#include "server/metrics/families.h"
#include "server/metrics/request_metrics.h"
#include "server/metrics/series.h"

namespace headwise {

// Requests for the model, and whether it is there. Owned by the model store. Thread-safe.
class ModelMetrics : public RequestMetrics {
 public:
  ModelMetrics(MetricFamilies& families, const std::string& model)
      : RequestMetrics(families, model), ready_(families.model_ready, {{"model", model}}) {}

  void SetReady(bool ready) const { ready_->Set(ready ? 1 : 0); }

 private:
  Series<prometheus::Gauge> ready_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_MODEL_METRICS_H_
