// The gRPC side of one call of Attend or AttendCore.
#ifndef HEADWISE_SERVER_SERVICES_ATTEND_CALL_H_
#define HEADWISE_SERVER_SERVICES_ATTEND_CALL_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "server/admit/job_queue.h"
#include "server/batch/attend_job.h"
#include "server/log/logger.h"
#include "server/services/request_reader.h"
#include "server/services/send_deadline.h"

namespace headwise {

// Lives from the handler until gRPC says OnDone, then deletes itself, as gRPC asks of reactors.
// Answer ends it: it is called exactly once, either by the handler that refuses the call or by
// the job, whose Complete lets a single answer through, be it the result or a cancellation. What
// the job takes of the queue's bytes is given back when gRPC needs the answer no more.
class AttendCall final : public grpc::ServerUnaryReactor {
 public:
  // Borrows all; context and response are valid until OnDone.
  AttendCall(grpc::CallbackServerContext& context, grpc::ByteBuffer& response, JobQueue& queue,
             const Clock& clock, const Logger& logger)
      : context_(context), response_(response), queue_(queue), clock_(clock), logger_(logger) {}

  // The call's deadline on our clock.
  Clock::Time deadline() const;
  RequestTag& tag() { return tag_; }

  // Queues the job, or answers with the queue's refusal.
  void Submit(std::shared_ptr<AttendJob> job);
  void Answer(const absl::Status& status, grpc::ByteBuffer& response);
  void Refuse(const absl::Status& status);

  void OnCancel() override;
  void OnDone() override { delete this; }

 private:
  ~AttendCall() override;
  void WatchSending();
  void Log(const absl::Status& status, std::int64_t response_bytes) const;

  grpc::CallbackServerContext& context_;
  grpc::ByteBuffer& response_;
  JobQueue& queue_;
  const Clock& clock_;
  const Logger& logger_;
  const Clock::Time start_ = clock_.Now();
  RequestTag tag_;
  StageTimes stages_;  // of a job that the queue refused
  SendDeadline send_deadline_;
  // Set by the handler, before gRPC may call OnCancel.
  std::shared_ptr<AttendJob> job_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_ATTEND_CALL_H_
