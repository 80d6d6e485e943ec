#include "server/metrics/engine_collector.h"

#include "server/metrics/single_value.h"

namespace headwise {

std::vector<prometheus::MetricFamily> EngineCollector::Collect() const {
  const EngineStats stats = stats_();
  return {
      SingleCounter("headwise_plan_cache_hits_total", "oneDNN matmul plans found ready.",
                    static_cast<double>(stats.plan_cache_hits)),
      SingleCounter("headwise_plan_cache_misses_total", "oneDNN matmul plans that had to be made.",
                    static_cast<double>(stats.plan_cache_misses)),
      SingleGauge("headwise_workers", "Threads that compute.", stats.workers),
      SingleCounter("headwise_worker_busy_seconds_total",
                    "Time that the workers computed, summed over them.",
                    stats.worker_busy_seconds)};
}

}  // namespace headwise
