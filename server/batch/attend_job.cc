#include "server/batch/attend_job.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>

namespace headwise {
namespace {

std::int64_t Nanoseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::nanoseconds(duration).count();
}

}  // namespace

AttendJob::AttendJob(AttendWork work, JobCost cost, Clock::Time deadline, Done done)
    : Job(work.layer.get(), cost, deadline), work_(std::move(work)), done_(std::move(done)) {}

std::int64_t AttendJob::tokens() const {
  const AttentionRequest& request = work_.parsed.request;
  if (request.lengths.empty()) return request.batch() * request.tokens();
  return std::accumulate(request.lengths.begin(), request.lengths.end(), std::int64_t{0});
}

void AttendJob::Begin(Clock::Time now) {
  queue_ns_ = std::max<std::int64_t>(0, Nanoseconds(now - work_.accepted));
  const AttentionRequest& request = work_.parsed.request;
  buffers_.emplace(work_.parsed.layout, work_.parsed.shapes, request.output_dtype);
  task_.request = &request;
  task_.outputs = buffers_->outputs();
  task_.stop = &stop();
}

void AttendJob::Finish() {
  if (!task_.status.ok()) {
    Complete(task_.status);
    return;
  }
  ObserveTask();
  if (answered()) return;  // nobody waits for the bytes
  Encode();
  Complete(absl::OkStatus());
}

void AttendJob::ObserveTask() const {
  const TaskTimings& timings = task_.timings;
  const RequestMetrics& metrics = *work_.metrics;
  metrics.ObserveStage(Stage::kQueue, queue_ns_);
  metrics.ObserveStage(Stage::kInputProjection, timings.input_projection_ns);
  metrics.ObserveStage(Stage::kAttention, timings.attention_ns);
  metrics.ObserveStage(Stage::kOutputProjection, timings.output_projection_ns);
  metrics.CountTokens(tokens());
  if (work_.generation == nullptr) return;
  work_.generation->ObserveHeads(work_.answer.layer, timings.head_ns);
  work_.generation->ObserveLayer(
      work_.answer.layer,
      timings.input_projection_ns + timings.attention_ns + timings.output_projection_ns);
}

void AttendJob::Encode() {
  const auto start = std::chrono::steady_clock::now();
  AttendAnswer answer = work_.answer;
  answer.queue_ns = queue_ns_;
  response_ = work_.encode(answer, work_.parsed, task_.timings, *buffers_);
  encode_ns_ = Nanoseconds(std::chrono::steady_clock::now() - start);
  work_.metrics->ObserveStage(Stage::kEncode, encode_ns_);
}

StageTimes AttendJob::stages(Clock::Time now, bool finished) const {
  StageTimes times;
  times.decode = work_.answer.decode_ns;
  const std::int64_t queue_ns = queue_ns_;
  times.queue = queue_ns < 0 ? Nanoseconds(now - work_.accepted) : queue_ns;
  if (!finished) return times;
  times.input_projection = task_.timings.input_projection_ns;
  times.attention = task_.timings.attention_ns;
  times.output_projection = task_.timings.output_projection_ns;
  times.encode = encode_ns_;
  return times;
}

void AttendJob::OnEnqueued() {
  work_.metrics->Accepted();
  work_.metrics->Enqueued(cost().tokens);
}

void AttendJob::OnDequeued() { work_.metrics->Dequeued(cost().tokens); }

void AttendJob::OnAnswered(const absl::Status& status) {
  if (const auto reason = ReasonOf(status)) work_.metrics->rejected().Count(*reason);
  work_.metrics->Answered();
  done_(status, response_);
}

}  // namespace headwise
