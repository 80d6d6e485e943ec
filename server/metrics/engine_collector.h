// Exports the engine's own counters at each scrape.
#ifndef HEADWISE_SERVER_METRICS_ENGINE_COLLECTOR_H_
#define HEADWISE_SERVER_METRICS_ENGINE_COLLECTOR_H_

#include <functional>
#include <vector>

#include "engine/attention/engine.h"
#include "prometheus/collectable.h"
#include "prometheus/metric_family.h"

namespace headwise {

// Plan cache hits and misses, workers and their busy time. `stats` is called by the exposer's
// threads and must be thread-safe, as Engine::stats is.
class EngineCollector final : public prometheus::Collectable {
 public:
  explicit EngineCollector(std::function<EngineStats()> stats) : stats_(std::move(stats)) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const std::function<EngineStats()> stats_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_ENGINE_COLLECTOR_H_
