#include "server/services/attend_call.h"

#include <chrono>
#include <utility>

#include "server/admit/reject_reason.h"
#include "server/convert/grpc_status.h"

namespace headwise {
namespace {

// How long a client should wait after a refusal for want of room: about a few batches.
constexpr char kRetryPushbackMs[] = "100";
constexpr std::chrono::hours kFar{24 * 365};

}  // namespace

Clock::Time AttendCall::deadline() const {
  const auto deadline = context_.deadline();
  const auto now = std::chrono::system_clock::now();
  if (deadline >= now + kFar) return Clock::kNever;
  return clock_.Now() + (deadline - now);
}

void AttendCall::Submit(std::shared_ptr<AttendJob> job) {
  job_ = std::move(job);
  const absl::Status status = queue_.Push(job_);
  if (status.ok()) return;
  if (const auto reason = ReasonOf(status)) job_->metrics().rejected().Count(*reason);
  job_.reset();  // it never answers
  Refuse(status);
}

void AttendCall::Answer(const absl::Status& status, grpc::ByteBuffer& response) {
  Log(status);
  if (status.ok()) {
    response_.Swap(&response);
  } else if (status.code() == absl::StatusCode::kResourceExhausted) {
    context_.AddTrailingMetadata("grpc-retry-pushback-ms", kRetryPushbackMs);
  }
  Finish(ToGrpcStatus(status));
}

void AttendCall::Refuse(const absl::Status& status) {
  grpc::ByteBuffer none;
  Answer(status, none);
}

void AttendCall::OnCancel() {
  if (job_ == nullptr) return;
  const bool expired = job_->deadline() <= clock_.Now();
  queue_.Withdraw(*job_);
  job_->Abandon(expired ? absl::DeadlineExceededError("the deadline passed before the answer")
                        : absl::CancelledError("the client cancelled the call"));
}

void AttendCall::Log(const absl::Status& status) const {
  if (!logger_.debug()) return;
  logger_.Debug("attend", {{"code", absl::StatusCodeToString(status.code())},
                           {"model", tag_.model},
                           {"request_id", tag_.request_id},
                           {"peer", context_.peer()},
                           {"error", status.message()}});
}

}  // namespace headwise
