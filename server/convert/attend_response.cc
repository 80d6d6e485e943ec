#include "server/convert/attend_response.h"

#include <cstdint>
#include <vector>

#include "server/convert/enums.h"

namespace headwise {
namespace {

template <typename From, typename To>
void CopyList(const From& from, To* to) {
  to->Reserve(static_cast<int>(from.size()));
  for (const auto value : from) to->AddAlreadyReserved(value);
}

void SetHeads(const std::vector<std::int32_t>& heads, v1::HeadTensor& proto) {
  CopyList(heads, proto.mutable_heads());
}

// MapTensor or TopKeys.
template <typename Proto>
void SetRows(const RowSelection& selection, std::int64_t tokens, Proto& proto) {
  CopyList(selection.heads, proto.mutable_heads());
  CopyList(selection.rows, proto.mutable_rows());
  if (!selection.rows.empty()) return;
  for (std::int64_t row = 0; row < tokens; ++row) proto.add_rows(row);
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

void SetStatistics(const float* values, v1::HeadStatistics& proto) {
  const auto value = [values](HeadStatistic statistic) {
    return values[static_cast<int>(statistic)];
  };
  proto.set_entropy(value(HeadStatistic::kEntropy));
  proto.set_largest_weight(value(HeadStatistic::kLargestWeight));
  proto.set_mean_distance(value(HeadStatistic::kMeanDistance));
  proto.set_first_token(value(HeadStatistic::kFirstToken));
  proto.set_diagonal(value(HeadStatistic::kDiagonal));
  proto.set_rows(static_cast<std::int64_t>(value(HeadStatistic::kRows)));
}

template <typename Response>
void AddStatistics(const std::vector<std::int32_t>& heads, const MutableTensorView& statistics,
                   Response& proto) {
  const float* values = statistics.AlignedFloats();
  for (std::int64_t b = 0; b < statistics.shape().dim(0); ++b) {
    for (const std::int32_t head : heads) {
      v1::HeadStatistics& added = *proto.add_statistics();
      added.set_sequence(b);
      added.set_head(head);
      SetStatistics(values, added);
      values += kHeadStatistics;
    }
  }
}

// What both responses have.
template <typename Response>
void SetCommon(const AttendAnswer& answer, const ParsedAttend& parsed, const TaskTimings& timings,
               const AttentionOutputs& outputs, Response& proto) {
  const OutputSelection& wanted = parsed.request.outputs;
  const std::int64_t tokens = parsed.request.tokens();
  proto.set_instruction_set(answer.instruction_set);
  proto.set_request_id(answer.request_id);
  if (wanted.probabilities.wanted()) {
    SetRows(wanted.probabilities, tokens, *proto.mutable_probabilities());
  }
  if (wanted.scores.wanted()) SetRows(wanted.scores, tokens, *proto.mutable_scores());
  if (wanted.top_keys.wanted()) SetRows(wanted.top_keys, tokens, *proto.mutable_top_keys());
  if (outputs.statistics.present()) {
    AddStatistics(wanted.statistics.heads, outputs.statistics, proto);
  }
  if (parsed.timings) SetTimings(answer, timings, *proto.mutable_timings());
}

}  // namespace

v1::AttendResponse AttendToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                 const TaskTimings& timings, const AttentionOutputs& outputs) {
  v1::AttendResponse proto;
  SetCommon(answer, parsed, timings, outputs, proto);
  proto.set_model(answer.model);
  proto.set_model_version(answer.model_version);
  proto.set_layer(answer.layer);
  proto.set_form(FormToProto(parsed.request.form));
  proto.set_rope_length(parsed.rope_length);
  const OutputSelection& wanted = parsed.request.outputs;
  if (parsed.shapes.head_context) {
    SetHeads(wanted.head_context_heads, *proto.mutable_head_context());
  }
  if (parsed.shapes.contributions) {
    SetHeads(wanted.contribution_heads, *proto.mutable_contributions());
  }
  return proto;
}

v1::AttendCoreResponse CoreToProto(const AttendAnswer& answer, const ParsedAttend& parsed,
                                   const TaskTimings& timings, const AttentionOutputs& outputs) {
  v1::AttendCoreResponse proto;
  SetCommon(answer, parsed, timings, outputs, proto);
  return proto;
}

grpc::ByteBuffer EncodeAttend(const AttendAnswer& answer, const ParsedAttend& parsed,
                              const TaskTimings& timings, const ResponseBuffers& buffers) {
  v1::AttendResponse proto = AttendToProto(answer, parsed, timings, buffers.outputs());
  return buffers.Encode(proto, parsed.without_batch);
}

grpc::ByteBuffer EncodeCore(const AttendAnswer& answer, const ParsedAttend& parsed,
                            const TaskTimings& timings, const ResponseBuffers& buffers) {
  v1::AttendCoreResponse proto = CoreToProto(answer, parsed, timings, buffers.outputs());
  return buffers.Encode(proto, parsed.without_batch);
}

}  // namespace headwise
