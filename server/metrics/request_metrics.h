// What is counted for the requests under one value of the label `model`, from start to stop.
#ifndef HEADWISE_SERVER_METRICS_REQUEST_METRICS_H_
#define HEADWISE_SERVER_METRICS_REQUEST_METRICS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "server/admit/reject_reason.h"
#include "server/metrics/families.h"
#include "server/metrics/series.h"

namespace headwise {

enum class Stage { kDecode, kQueue, kInputProjection, kAttention, kOutputProjection, kEncode };

// Refusals under one value of the label `model`. Thread-safe.
class RejectCounters {
 public:
  RejectCounters(MetricFamilies& families, const std::string& model);
  void Count(RejectReason reason) const { by_reason_[static_cast<int>(reason)]->Increment(); }

 private:
  std::vector<Series<prometheus::Counter>> by_reason_;
};

// All series exist from the start, so that none has gaps. Thread-safe.
class RequestMetrics {
 public:
  // "" for requests without a model: those of AttendCore, and those for a name that is not served.
  RequestMetrics(MetricFamilies& families, const std::string& model);

  void Accepted() const { in_flight_->Increment(); }
  void Answered() const { in_flight_->Decrement(); }
  void Enqueued(std::int64_t tokens) const;
  void Dequeued(std::int64_t tokens) const;
  void ObserveStage(Stage stage, std::int64_t nanoseconds) const;
  void CountTokens(std::int64_t tokens) const;
  void ObserveBatch(std::int64_t requests, std::int64_t tokens) const;
  const RejectCounters& rejected() const { return rejected_; }

 private:
  Series<prometheus::Gauge> in_flight_;
  Series<prometheus::Gauge> queue_requests_;
  Series<prometheus::Gauge> queue_tokens_;
  Series<prometheus::Counter> input_tokens_;
  Series<prometheus::Histogram> batch_requests_;
  Series<prometheus::Histogram> batch_tokens_;
  std::vector<Series<prometheus::Histogram>> stages_;
  RejectCounters rejected_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_METRICS_REQUEST_METRICS_H_
