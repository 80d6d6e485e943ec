#include "server/convert/attend_request.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/common_fields.h"
#include "server/convert/enums.h"
#include "server/convert/tensor_field.h"

namespace headwise {
namespace {

// A tensor with the same number of dimensions as the input, given its leading B where that has
// none.
absl::StatusOr<TensorView> KeySideTensor(const char* field, const char* width,
                                         const v1::AttendRequest& proto, const v1::Tensor& tensor) {
  const int rank = proto.input().shape_size();
  const TensorRule rule = {field, rank, rank,
                           absl::StrCat(rank, rank == 2 ? " dimensions [Tk," : " dimensions [B,Tk,",
                                        width, "], as many as input has")};
  absl::StatusOr<TensorView> view = TensorFromProto(rule, tensor);
  if (!view.ok() || rank == 3) return view;
  return view->AsBatchOfOne();
}

absl::Status KeyInputsFromProto(const v1::AttendRequest& proto, AttentionRequest& request) {
  if (proto.has_key_input()) {
    absl::StatusOr<TensorView> keys = KeySideTensor("key_input", "Dk", proto, proto.key_input());
    if (!keys.ok()) return keys.status();
    request.key_input = *std::move(keys);
  }
  if (proto.has_value_input()) {
    absl::StatusOr<TensorView> values =
        KeySideTensor("value_input", "Dv", proto, proto.value_input());
    if (!values.ok()) return values.status();
    request.value_input = *std::move(values);
  }
  return absl::OkStatus();
}

absl::Status InputsFromProto(const v1::AttendRequest& proto, ParsedAttend& parsed) {
  const TensorRule rule = {"input", 2, 3, "2 dimensions [T,D] or 3 [B,T,D]"};
  if (!proto.has_input()) return MissingTensor(rule);
  absl::StatusOr<TensorView> input = TensorFromProto(rule, proto.input());
  if (!input.ok()) return input.status();
  parsed.without_batch = proto.input().shape_size() == 2;
  parsed.request.input = parsed.without_batch ? input->AsBatchOfOne() : *std::move(input);
  return KeyInputsFromProto(proto, parsed.request);
}

absl::Status OptionsFromProto(const v1::AttendRequest& proto, AttentionRequest& request) {
  absl::StatusOr<Form> form = FormFromProto(proto.form());
  if (!form.ok()) return form.status();
  request.form = *form;
  if (proto.has_causal()) request.causal = proto.causal();
  if (proto.has_relative_bias()) request.relative_bias = proto.relative_bias();
  request.lengths.assign(proto.lengths().begin(), proto.lengths().end());
  request.positions.assign(proto.positions().begin(), proto.positions().end());
  request.gates.assign(proto.gates().begin(), proto.gates().end());
  return absl::OkStatus();
}

absl::Status CheckAnythingWanted(const ParsedAttend& parsed) {
  const OutputSelection& outputs = parsed.request.outputs;
  if (outputs.context || outputs.log_sum_exp || parsed.timings ||
      !outputs.head_context_heads.empty() || !outputs.contribution_heads.empty() ||
      outputs.probabilities.wanted() || outputs.scores.wanted() || outputs.top_keys.wanted() ||
      outputs.statistics.wanted()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "outputs: expected at least one output, got none; leave outputs.context unset for the "
      "context vectors");
}

}  // namespace

absl::StatusOr<ParsedAttend> AttendFromProto(const v1::AttendRequest& proto, const LayerSpec& spec,
                                             const AttendLimits& limits, LayerValidator validate) {
  ParsedAttend parsed;
  absl::Status status = InputsFromProto(proto, parsed);
  if (!status.ok()) return status;  // the checks below read its shape
  status.Update(CheckTokens(parsed, limits.request_tokens));
  status.Update(OptionsFromProto(proto, parsed.request));
  status.Update(TakeCommonFields(proto, spec.heads, parsed));
  status.Update(CheckAnythingWanted(parsed));
  if (!status.ok()) return status;
  if (spec.rope.depends_on_length()) parsed.rope_length = parsed.request.keys();
  status = FinishParsing(spec.heads, limits, validate, parsed);
  if (!status.ok()) return status;
  return parsed;
}

}  // namespace headwise
