#include "server/convert/attend_response.h"

#include <cstdint>

#include "server/convert/enums.h"

namespace headwise {
namespace {

template <typename From, typename To>
void CopyList(const From& from, To* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const auto value : from) to->AddAlreadyReserved(value);
}

void SetProbabilities(const ParsedAttend& parsed, v1::Probabilities& proto) {
  const OutputSelection& outputs = parsed.request.outputs;
  CopyList(outputs.probability_heads, proto.mutable_heads());
  CopyList(outputs.probability_rows, proto.mutable_rows());
  if (!outputs.probability_rows.empty()) return;
  for (std::int64_t row = 0; row < parsed.request.tokens(); ++row) proto.add_rows(row);
}

void SetTimings(const AttendAnswer& answer, const TaskTimings& timings, v1::Timings& proto) {
  proto.set_decode_ns(answer.decode_ns);
  proto.set_queue_ns(answer.queue_ns);
  proto.set_input_projection_ns(timings.input_projection_ns);
  proto.set_attention_ns(timings.attention_ns);
  proto.set_output_projection_ns(timings.output_projection_ns);
  CopyList(timings.head_ns, proto.mutable_head_ns());
  proto.set_batch_requests(timings.batch_tasks);
  proto.set_batch_tokens(timings.batch_tokens);
}

}  // namespace

v1::AttendResponse AttendToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                 const TaskTimings& timings) {
  v1::AttendResponse proto;
  proto.set_model(answer.model);
  proto.set_model_version(answer.model_version);
  proto.set_layer(answer.layer);
  proto.set_form(FormToProto(parsed.request.form));
  proto.set_instruction_set(answer.instruction_set);
  proto.set_request_id(answer.request_id);
  if (parsed.shapes.head_context) {
    CopyList(parsed.request.outputs.head_context_heads,
             proto.mutable_head_context()->mutable_heads());
  }
  if (parsed.shapes.probabilities) SetProbabilities(parsed, *proto.mutable_probabilities());
  if (parsed.timings) SetTimings(answer, timings, *proto.mutable_timings());
  return proto;
}

}  // namespace headwise
