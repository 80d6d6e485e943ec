// The process's own standard metrics, read from /proc at each scrape.
#ifndef HEADWISE_SERVER_METRICS_PROCESS_COLLECTOR_H_
#define HEADWISE_SERVER_METRICS_PROCESS_COLLECTOR_H_

#include <vector>

#include "prometheus/collectable.h"
#include "prometheus/metric_family.h"

namespace headwise {

// CPU time, resident memory, start time, open and allowed file descriptors. A value that cannot
// be read is left out. Thread-safe.
class ProcessCollector final : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_PROCESS_COLLECTOR_H_
