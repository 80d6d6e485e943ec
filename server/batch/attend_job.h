// An attention request on its way from acceptance to its answer.
#ifndef HEADWISE_SERVER_BATCH_ATTEND_JOB_H_
#define HEADWISE_SERVER_BATCH_ATTEND_JOB_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "engine/attention/attention_layer.h"
#include "engine/attention/attention_task.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/admit/job.h"
#include "server/batch/attend_work.h"
#include "server/convert/response_buffers.h"
#include "server/metrics/request_metrics.h"

namespace headwise {

// Where a request's time went, in nanoseconds.
struct StageTimes {
  std::int64_t decode = 0;
  std::int64_t queue = 0;
  std::int64_t input_projection = 0;
  std::int64_t attention = 0;
  std::int64_t output_projection = 0;
  std::int64_t encode = 0;
};

// Owns the request's message and the response's memory, and a share of the layer. Shared by the
// call and the queue or batch; see Job for threads. Begin and Finish belong to the batch.
class AttendJob final : public Job {
 public:
  // Called once, with the encoded response if the status is OK (it may be moved from).
  using Done = std::function<void(const absl::Status&, grpc::ByteBuffer&)>;

  AttendJob(AttendWork work, JobCost cost, Clock::Time deadline, Done done);

  AttentionLayer& layer() const { return *work_.layer; }
  const RequestMetrics& metrics() const { return *work_.metrics; }
  // Queries before the sequences' lengths.
  std::int64_t tokens() const;

  const AttentionRequest& request() const { return work_.parsed.request; }

  // Decode, and the wait until `now` or the batch's start; the other stages only once it is
  // `finished` (answered with OK), as a batch may still write them before. Thread-safe.
  StageTimes stages(Clock::Time now, bool finished) const;

  // Makes room for the outputs. Throws std::bad_alloc.
  void Begin(Clock::Time now);
  // For AttentionLayer::Attend, between Begin and Finish.
  AttentionTask& task() { return task_; }
  // Counts, encodes and completes with the task's status. Throws std::bad_alloc.
  void Finish();

  void OnEnqueued() override;
  void OnDequeued() override;

 protected:
  void OnAnswered(const absl::Status& status) override;

 private:
  void ObserveTask() const;
  void Encode();

  const AttendWork work_;
  const Done done_;
  std::optional<ResponseBuffers> buffers_;
  AttentionTask task_;
  std::atomic<std::int64_t> queue_ns_{-1};  // negative: still waits
  std::int64_t encode_ns_ = 0;
  grpc::ByteBuffer response_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_BATCH_ATTEND_JOB_H_
