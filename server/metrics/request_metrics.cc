#include "server/metrics/request_metrics.h"

#include <cstdint>

#include "server/metrics/buckets.h"

namespace headwise {
namespace {

constexpr const char* kStageNames[] = {
    "decode", "queue", "input_projection", "attention", "output_projection", "encode"};
constexpr double kSecondsPerNanosecond = 1e-9;
constexpr int kMostBatchRequests = 8;  // exponents of the largest buckets
constexpr int kMostBatchTokens = 16;

}  // namespace

RejectCounters::RejectCounters(MetricFamilies& families, const std::string& model) {
  for (const RejectReason reason : kRejectReasons) {
    by_reason_.emplace_back(
        families.requests_rejected,
        prometheus::Labels{{"model", model}, {"reason", std::string(RejectReasonName(reason))}});
  }
}

RequestMetrics::RequestMetrics(MetricFamilies& families, const std::string& model)
    : in_flight_(families.requests_in_flight, {{"model", model}}),
      queue_requests_(families.queue_requests, {{"model", model}}),
      queue_tokens_(families.queue_tokens, {{"model", model}}),
      input_tokens_(families.tokens, {{"model", model}, {"kind", "input"}}),
      batch_requests_(families.batch_requests, {{"model", model}}, PowersOfTwo(kMostBatchRequests)),
      batch_tokens_(families.batch_tokens, {{"model", model}}, PowersOfTwo(kMostBatchTokens)),
      rejected_(families, model) {
  for (const char* stage : kStageNames) {
    stages_.emplace_back(families.stage_duration,
                         prometheus::Labels{{"model", model}, {"stage", stage}}, StageBuckets());
  }
}

void RequestMetrics::Enqueued(std::int64_t tokens) const {
  queue_requests_->Increment();
  queue_tokens_->Increment(static_cast<double>(tokens));
}

void RequestMetrics::Dequeued(std::int64_t tokens) const {
  queue_requests_->Decrement();
  queue_tokens_->Decrement(static_cast<double>(tokens));
}

void RequestMetrics::ObserveStage(Stage stage, std::int64_t nanoseconds) const {
  stages_[static_cast<int>(stage)]->Observe(static_cast<double>(nanoseconds) *
                                            kSecondsPerNanosecond);
}

void RequestMetrics::CountTokens(std::int64_t tokens) const {
  input_tokens_->Increment(static_cast<double>(tokens));
}

void RequestMetrics::ObserveBatch(std::int64_t requests, std::int64_t tokens) const {
  batch_requests_->Observe(static_cast<double>(requests));
  batch_tokens_->Observe(static_cast<double>(tokens));
}

}  // namespace headwise
