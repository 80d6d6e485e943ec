#include "server/services/attend_intake.h"

#include <chrono>
#include <cstdint>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/admit/reject_reason.h"
#include "server/convert/wire_bounds.h"

namespace headwise {
namespace {

absl::Status CheckLayer(const std::string& name, const Model& model, std::int32_t layer) {
  if (layer >= 0 && layer < model.layer_count()) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("layer: expected 0 to ", model.layer_count() - 1,
                                          " for model ", name, ", got ", layer));
}

// What waits: the message, and the response to come.
JobCost CostOf(const grpc::ByteBuffer& bytes, const ParsedAttend& parsed) {
  return {parsed.request.batch() * parsed.request.tokens(),
          static_cast<std::int64_t>(bytes.Length()) + parsed.response_bytes};
}

}  // namespace

absl::StatusOr<ParsedAttend> AttendIntake::Check(const v1::AttendRequest& message,
                                                 const Model& model) const {
  const AttentionLayer& layer = model.layer(message.layer());
  absl::StatusOr<ParsedAttend> parsed = AttendFromProto(
      message, layer.spec().heads, policy_.limits,
      [&layer](const AttentionRequest& request) { return layer.Validate(request); });
  if (!parsed.ok() || policy_.nonfinite == NonFinitePolicy::kPropagate) return parsed;
  if (absl::Status status = CheckFiniteInput(parsed->request); !status.ok()) return status;
  return parsed;
}

absl::StatusOr<AttendWork> AttendIntake::MakeWork(
    std::unique_ptr<v1::AttendRequest> message) const {
  absl::StatusOr<std::shared_ptr<const ServedModel>> model = store_.Find(message->model());
  if (!model.ok()) return model.status();
  absl::Status status = CheckLayer((*model)->name, *(*model)->model, message->layer());
  if (!status.ok()) return status;
  absl::StatusOr<ParsedAttend> parsed = Check(*message, *(*model)->model);
  if (!parsed.ok()) return parsed.status();
  AttendWork work;
  work.message = std::move(message);
  work.parsed = *std::move(parsed);
  work.model = *std::move(model);
  work.metrics = store_.MetricsOf(work.model->name);
  work.instruction_set = policy_.instruction_set;
  return work;
}

absl::StatusOr<AttendWork> AttendIntake::Decode(const grpc::ByteBuffer& bytes,
                                                RequestTag& tag) const {
  const Clock::Time start = clock_.Now();
  tag.bytes = static_cast<std::int64_t>(bytes.Length());
  const std::int64_t most_tokens = policy_.limits.request_tokens;
  if (absl::Status status = CheckBytesBesideData(bytes, most_tokens); !status.ok()) return status;
  auto message = std::make_unique<v1::AttendRequest>();
  if (absl::Status status = ParseAttendRequest(bytes, *message); !status.ok()) return status;
  tag.model = message->model();
  tag.request_id = message->request_id();
  tag.layer = message->layer();
  tag.form = message->form();
  absl::StatusOr<AttendWork> work = MakeWork(std::move(message));
  if (!work.ok()) return work;
  work->accepted = clock_.Now();
  work->decode_ns = std::chrono::nanoseconds(work->accepted - start).count();
  work->metrics->ObserveStage(Stage::kDecode, work->decode_ns);
  return work;
}

void AttendIntake::CountRefusal(const RequestTag& tag, const absl::Status& status) const {
  const auto reason = ReasonOf(status);
  if (!reason) return;
  const ModelMetrics* metrics = store_.MetricsOf(tag.model);
  (metrics != nullptr ? metrics->rejected() : unnamed_).Count(*reason);
}

absl::StatusOr<std::shared_ptr<AttendJob>> AttendIntake::MakeJob(const grpc::ByteBuffer& bytes,
                                                                 Clock::Time deadline,
                                                                 AttendJob::Done done,
                                                                 RequestTag& tag) const {
  absl::Status status;
  try {
    absl::StatusOr<AttendWork> work = Decode(bytes, tag);
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
