#include "server/services/attend_intake.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <utility>

#include "server/admit/reject_reason.h"

namespace headwise {
namespace {

// What waits: the queries or keys, whichever are more, the message, and the response to come.
JobCost CostOf(const grpc::ByteBuffer& bytes, const ParsedAttend& parsed) {
  const AttentionRequest& request = parsed.request;
  return {request.batch() * std::max(request.tokens(), request.keys()),
          static_cast<std::int64_t>(bytes.Length()) + parsed.response_bytes};
}

}  // namespace

absl::StatusOr<AttendWork> AttendIntake::Read(const RequestReader& reader,
                                              const grpc::ByteBuffer& bytes,
                                              RequestTag& tag) const {
  const Clock::Time start = clock_.Now();
  tag.event = reader.event();
  tag.bytes = static_cast<std::int64_t>(bytes.Length());
  absl::StatusOr<AttendWork> work = reader.Read(bytes, tag);
  if (!work.ok()) return work;
  work->accepted = clock_.Now();
  work->answer.decode_ns = std::chrono::nanoseconds(work->accepted - start).count();
  work->metrics->ObserveStage(Stage::kDecode, work->answer.decode_ns);
  return work;
}

void AttendIntake::CountRefusal(const RequestTag& tag, const absl::Status& status) const {
  const auto reason = ReasonOf(status);
  if (!reason) return;
  const RequestMetrics* metrics = store_.MetricsOf(tag.model);
  (metrics != nullptr ? *metrics : nameless_).rejected().Count(*reason);
}

absl::StatusOr<std::shared_ptr<AttendJob>> AttendIntake::MakeJob(const RequestReader& reader,
                                                                 const grpc::ByteBuffer& bytes,
                                                                 Clock::Time deadline,
                                                                 AttendJob::Done done,
                                                                 RequestTag& tag) const {
  absl::Status status;
  try {
    absl::StatusOr<AttendWork> work = Read(reader, bytes, tag);
    if (work.ok()) {
      const JobCost cost = CostOf(bytes, work->parsed);
      auto job = std::make_shared<AttendJob>(*std::move(work), cost, deadline, std::move(done));
      tag.sequences = job->request().batch();
      tag.tokens = job->tokens();
      return job;
    }
    status = work.status();
  } catch (const std::bad_alloc&) {
    status = OutOfMemory();
  }
  CountRefusal(tag, status);
  return status;
}

}  // namespace headwise
