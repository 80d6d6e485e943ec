#include "server/services/core_reader.h"

#include <memory>

#include "server/convert/core_request.h"

namespace headwise {

absl::StatusOr<AttendWork> CoreReader::Read(const grpc::ByteBuffer& bytes, RequestTag& tag) const {
  auto message = std::make_unique<v1::AttendCoreRequest>();
  absl::Status status = ReadMessage(bytes, policy_, CoreDataPaths(), *message);
  if (!status.ok()) return status;
  tag.request_id = message->request_id();
  absl::StatusOr<ParsedCore> parsed = CoreFromProto(*message, policy_.limits);
  if (!parsed.ok()) return parsed.status();
  status = CheckValues(parsed->attend, policy_.nonfinite);
  if (!status.ok()) return status;
  absl::StatusOr<std::unique_ptr<AttentionLayer>> layer =
      AttentionLayer::Create(engine_, std::move(parsed->spec), parsed->weights);
  if (!layer.ok()) return layer.status();
  AttendWork work;
  work.parsed = std::move(parsed->attend);
  work.layer = *std::move(layer);
  work.metrics = &metrics_;
  work.answer.instruction_set = policy_.instruction_set;
  work.answer.request_id = message->request_id();
  work.encode = EncodeCore;
  work.message = std::move(message);
  return work;
}

}  // namespace headwise
