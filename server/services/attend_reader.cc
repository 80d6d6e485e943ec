#include "server/services/attend_reader.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/convert/attend_request.h"

namespace headwise {
namespace {

absl::Status CheckLayer(const std::string& name, const Model& model, std::int32_t layer) {
  if (layer >= 0 && layer < model.layer_count()) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("layer: expected 0 to ", model.layer_count() - 1,
                                          " for model ", name, ", got ", layer));
}

}  // namespace

absl::StatusOr<ParsedAttend> AttendReader::Check(const v1::AttendRequest& message,
                                                 const AttentionLayer& layer) const {
  absl::StatusOr<ParsedAttend> parsed = AttendFromProto(
      message, layer.spec(), policy_.limits,
      [&layer](const AttentionRequest& request) { return layer.Validate(request); });
  if (!parsed.ok()) return parsed;
  if (absl::Status status = CheckValues(*parsed, policy_.nonfinite); !status.ok()) return status;
  return parsed;
}

absl::StatusOr<AttendWork> AttendReader::MakeWork(
    std::unique_ptr<v1::AttendRequest> message) const {
  absl::StatusOr<std::shared_ptr<const ServedModel>> found = store_.Find(message->model());
  if (!found.ok()) return found.status();
  const std::shared_ptr<const ServedModel>& served = *found;
  absl::Status status = CheckLayer(served->name, *served->model, message->layer());
  if (!status.ok()) return status;
  AttentionLayer& layer = served->model->layer(message->layer());
  absl::StatusOr<ParsedAttend> parsed = Check(*message, layer);
  if (!parsed.ok()) return parsed.status();
  AttendWork work;
  work.parsed = *std::move(parsed);
  work.layer = std::shared_ptr<AttentionLayer>(served, &layer);
  work.generation = served->metrics.get();
  work.metrics = store_.MetricsOf(served->name);
  work.answer.model = served->name;
  work.answer.model_version = served->model->version();
  work.answer.layer = message->layer();
  work.answer.instruction_set = policy_.instruction_set;
  work.answer.request_id = message->request_id();
  work.encode = EncodeAttend;
  work.message = std::move(message);
  return work;
}

absl::StatusOr<AttendWork> AttendReader::Read(const grpc::ByteBuffer& bytes,
                                              RequestTag& tag) const {
  auto message = std::make_unique<v1::AttendRequest>();
  absl::Status status = ReadMessage(bytes, policy_, AttendDataPaths(), *message);
  if (!status.ok()) return status;
  tag.model = message->model();
  tag.request_id = message->request_id();
  tag.layer = message->layer();
  tag.form = message->form();
  return MakeWork(std::move(message));
}

}  // namespace headwise
