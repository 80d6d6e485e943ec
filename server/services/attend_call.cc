#include "server/services/attend_call.h"

#include <chrono>
#include <cstdint>
#include <utility>

#include "absl/time/time.h"
#include "server/admit/reject_reason.h"
#include "server/convert/grpc_status.h"
#include "server/services/attend_log.h"

namespace headwise {
namespace {

// How long a client should wait after a refusal for want of room: about a few batches.
constexpr char kRetryPushbackMs[] = "100";
constexpr std::chrono::hours kFar{24 * 365};

}  // namespace

AttendCall::~AttendCall() {
  if (job_ != nullptr) queue_.GiveBack(job_->cost());
}

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
  stages_ = job_->stages(clock_.Now(), false);
  job_.reset();  // it never answers
  Refuse(status);
}

void AttendCall::Answer(const absl::Status& status, grpc::ByteBuffer& response) {
  Log(status, static_cast<std::int64_t>(status.ok() ? response.Length() : 0));
  if (status.ok()) {
    response_.Swap(&response);
    WatchSending();
  } else if (status.code() == absl::StatusCode::kResourceExhausted) {
    context_.AddTrailingMetadata("grpc-retry-pushback-ms", kRetryPushbackMs);
  }
  Finish(ToGrpcStatus(status));
}

void AttendCall::WatchSending() {
  const auto allowance = SendAllowance(static_cast<std::int64_t>(response_.Length()));
  if (allowance) send_deadline_.Start(*allowance, [this] { context_.TryCancel(); });
}

void AttendCall::Refuse(const absl::Status& status) {
  grpc::ByteBuffer none;
  Answer(status, none);
}

void AttendCall::OnCancel() {
  if (job_ == nullptr) return;
  // The client's clock started when it sent the call, so its deadline comes a little earlier than
  // the one that we made of the time it allows.
  const Clock::Time now = clock_.Now();
  const bool expired = job_->deadline() - now <= (now - start_) / 10;
  queue_.Withdraw(*job_);
  job_->Abandon(expired ? absl::DeadlineExceededError("the deadline passed before the answer")
                        : absl::CancelledError("the client cancelled the call"));
}

void AttendCall::Log(const absl::Status& status, std::int64_t response_bytes) const {
  const Clock::Time now = clock_.Now();
  const LogLevel level = logger_.LevelOfRequest(absl::FromChrono(now - start_));
  if (!logger_.Keeps(level)) return;
  const StageTimes stages = job_ == nullptr ? stages_ : job_->stages(now, status.ok());
  logger_.Write(
      level, tag_.event,
      DescribeAttend(tag_, {status, context_.peer(), stages, now - start_, response_bytes}));
}

}  // namespace headwise
