#include "server/convert/core_request.h"

#include <utility>

#include "engine/attention/attention_core.h"
#include "server/convert/common_fields.h"
#include "server/convert/core_options.h"
#include "server/convert/tensor_field.h"

namespace headwise {
namespace {

absl::Status TakeTensor(const TensorRule& rule, bool present, const v1::Tensor& proto,
                        TensorView& view) {
  if (!present) return MissingTensor(rule);
  absl::StatusOr<TensorView> made = TensorFromProto(rule, proto);
  if (!made.ok()) return made.status();
  view = *std::move(made);
  return absl::OkStatus();
}

absl::Status InputsFromProto(const v1::AttendCoreRequest& proto, AttentionRequest& request) {
  absl::Status status = TakeTensor({"queries", 4, 4, "4 dimensions [B,H,T,hd]"},
                                   proto.has_queries(), proto.queries(), request.input);
  status.Update(TakeTensor({"keys", 4, 4, "4 dimensions [B,KV,Tk,hd]"}, proto.has_keys(),
                           proto.keys(), request.key_input));
  status.Update(TakeTensor({"values", 4, 4, "4 dimensions [B,KV,Tk,hv]"}, proto.has_values(),
                           proto.values(), request.value_input));
  return status;
}

// The answer's context is every head's own.
absl::Status OutputsForCore(const v1::OutputSelection& proto, std::int64_t heads,
                            OutputSelection& outputs) {
  if (proto.has_head_context()) {
    return absl::InvalidArgumentError(
        "outputs.head_context: expected none, as context holds every head's; ask for "
        "outputs.context");
  }
  if (proto.has_contributions()) {
    return absl::InvalidArgumentError(
        "outputs.contributions: expected none, as there is no output projection; use Attend");
  }
  if (outputs.context) outputs.head_context_heads = AllHeads(heads);
  outputs.context = false;
  outputs.log_sum_exp = true;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ParsedCore> CoreFromProto(const v1::AttendCoreRequest& proto,
                                         const AttendLimits& limits) {
  ParsedCore core;
  ParsedAttend& parsed = core.attend;
  parsed.names = kCoreInputs;
  parsed.layout = CoreLayout();
  absl::Status status = InputsFromProto(proto, parsed.request);
  if (!status.ok()) return status;  // the checks below read their shapes
  status = CheckTokens(parsed, limits.request_tokens);
  if (!status.ok()) return status;
  absl::StatusOr<CoreOptions> options = CoreOptionsFromProto(proto, parsed.request);
  if (!options.ok()) return options.status();
  absl::StatusOr<LayerSpec> spec = CoreSpec(*options);
  if (!spec.ok()) return spec.status();
  status = TakeCommonFields(proto, spec->heads, parsed);
  status.Update(OutputsForCore(proto.outputs(), spec->heads, parsed.request.outputs));
  if (!status.ok()) return status;
  core.spec = *std::move(spec);
  core.weights.sinks = std::move(options->sinks);
  status = FinishParsing(
      core.spec.heads, limits,
      [&core](const AttentionRequest& request) { return ValidateRequest(core.spec, request); },
      parsed);
  if (!status.ok()) return status;
  return core;
}

}  // namespace headwise
