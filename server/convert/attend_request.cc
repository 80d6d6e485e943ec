#include "server/convert/attend_request.h"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/simd/finite.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "server/admit/reject_reason.h"
#include "server/convert/enums.h"
#include "server/convert/response_size.h"

namespace headwise {
namespace {

constexpr std::size_t kLongestRequestId = 128;

absl::StatusOr<Shape> ShapeFromProto(const v1::Tensor& input) {
  if (input.shape_size() != 2 && input.shape_size() != 3) {
    return absl::InvalidArgumentError(absl::StrCat(
        "input.shape: expected 2 dimensions [T,D] or 3 [B,T,D], got ", input.shape_size()));
  }
  std::vector<std::int64_t> dims(input.shape().begin(), input.shape().end());
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 1) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("input.shape[", i, "]: expected at least 1, got ", dims[i]));
  }
  if (dims.size() == 2) dims.insert(dims.begin(), 1);
  absl::StatusOr<Shape> shape = Shape::Create(dims);
  if (!shape.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("input.shape: ", shape.status().message()));
  }
  return shape;
}

absl::Status CheckTokens(const Shape& shape, std::int64_t limit) {
  const std::int64_t tokens = shape.dim(0) * shape.dim(1);  // no overflow: Shape has checked it
  if (tokens <= limit) return absl::OkStatus();
  return Rejected(absl::StatusCode::kInvalidArgument, RejectReason::kTooLarge,
                  absl::StrCat("input.shape: expected at most ", limit, " tokens (B*T), got ",
                               tokens, "; send fewer sequences or split them"));
}

absl::StatusOr<TensorView> InputFromProto(const v1::AttendRequest& proto,
                                          const AttendLimits& limits) {
  if (!proto.has_input()) {
    return absl::InvalidArgumentError("input: expected a tensor [T,D] or [B,T,D], got none");
  }
  const v1::Tensor& input = proto.input();
  absl::StatusOr<DType> dtype = DTypeFromProto("input.dtype", input.dtype());
  if (!dtype.ok()) return dtype.status();
  absl::StatusOr<Shape> shape = ShapeFromProto(input);
  if (!shape.ok()) return shape.status();
  if (absl::Status status = CheckTokens(*shape, limits.request_tokens); !status.ok()) return status;
  absl::StatusOr<TensorView> view =
      TensorView::Create(input.data().data(), input.data().size(), *dtype, *shape);
  if (!view.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("input.data: ", view.status().message()));
  }
  return view;
}

absl::Status HeadsFromProto(absl::string_view field, const v1::HeadSelection& selection,
                            std::int64_t layer_heads, std::vector<std::int32_t>& heads) {
  if (selection.all() && selection.heads_size() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, ": expected either all or heads, got all and ", selection.heads_size(), " heads"));
  }
  if (!selection.all() && selection.heads_size() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": expected all or at least one of heads, got neither"));
  }
  if (selection.all()) {
    heads.resize(static_cast<std::size_t>(layer_heads));
    std::iota(heads.begin(), heads.end(), 0);
  } else {
    heads.assign(selection.heads().begin(), selection.heads().end());
  }
  return absl::OkStatus();
}

absl::Status ProbabilitiesFromProto(const v1::ProbabilitySelection& proto, std::int64_t heads,
                                    OutputSelection& outputs) {
  if (!proto.has_heads()) {
    return absl::InvalidArgumentError(
        "outputs.probabilities.heads: expected all or at least one of heads, got neither");
  }
  outputs.probability_rows.assign(proto.rows().begin(), proto.rows().end());
  return HeadsFromProto("outputs.probabilities.heads", proto.heads(), heads,
                        outputs.probability_heads);
}

absl::Status OutputsFromProto(const v1::AttendRequest& proto, std::int64_t heads,
                              ParsedAttend& parsed) {
  if (!proto.has_outputs()) return absl::OkStatus();
  const v1::OutputSelection& from = proto.outputs();
  OutputSelection& to = parsed.request.outputs;
  to.context = !from.has_context() || from.context();
  to.log_sum_exp = from.log_sum_exp();
  parsed.timings = from.timings();
  absl::Status status;
  if (from.has_head_context()) {
    status.Update(
        HeadsFromProto("outputs.head_context", from.head_context(), heads, to.head_context_heads));
  }
  if (from.has_probabilities()) {
    status.Update(ProbabilitiesFromProto(from.probabilities(), heads, to));
  }
  if (status.ok() && !to.context && !to.log_sum_exp && !parsed.timings &&
      to.head_context_heads.empty() && to.probability_heads.empty()) {
    return absl::InvalidArgumentError(
        "outputs: expected at least one output, got none; leave outputs.context unset for the "
        "context vectors");
  }
  return status;
}

absl::Status OptionsFromProto(const v1::AttendRequest& proto, AttentionRequest& request) {
  if (proto.request_id().size() > kLongestRequestId) {
    return absl::InvalidArgumentError(absl::StrCat("request_id: expected at most ",
                                                   kLongestRequestId, " bytes, got ",
                                                   proto.request_id().size()));
  }
  absl::StatusOr<Form> form = FormFromProto(proto.form());
  if (!form.ok()) return form.status();
  request.form = *form;
  request.output_dtype = request.input.dtype();
  if (proto.output_dtype() != v1::DATA_TYPE_UNSPECIFIED) {
    absl::StatusOr<DType> dtype = DTypeFromProto("output_dtype", proto.output_dtype());
    if (!dtype.ok()) return dtype.status();
    request.output_dtype = *dtype;
  }
  if (proto.has_causal()) request.causal = proto.causal();
  request.lengths.assign(proto.lengths().begin(), proto.lengths().end());
  request.gates.assign(proto.gates().begin(), proto.gates().end());
  return absl::OkStatus();
}

}  // namespace

absl::Status NoMessage() {
  return absl::CancelledError("the call ended before its message was complete");
}

absl::Status ParseAttendRequest(const grpc::ByteBuffer& bytes, v1::AttendRequest& message) {
  if (!bytes.Valid()) return NoMessage();
  grpc::ByteBuffer shared = bytes;  // the reader wants it mutable; this shares the slices
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("request: expected a headwise.v1.AttendRequest, got ", bytes.Length(),
                   " bytes that are none"));
}

absl::StatusOr<ParsedAttend> AttendFromProto(const v1::AttendRequest& proto, std::int64_t heads,
                                             const AttendLimits& limits, LayerValidator validate) {
  absl::StatusOr<TensorView> input = InputFromProto(proto, limits);
  if (!input.ok()) return input.status();
  ParsedAttend parsed;
  parsed.request.input = *input;
  parsed.without_batch = proto.input().shape_size() == 2;
  absl::Status status = OptionsFromProto(proto, parsed.request);
  status.Update(OutputsFromProto(proto, heads, parsed));
  if (!status.ok()) return status;
  absl::StatusOr<OutputShapes> shapes = validate(parsed.request);
  if (!shapes.ok()) return shapes.status();
  parsed.shapes = *std::move(shapes);
  absl::StatusOr<std::int64_t> bytes = BoundResponseBytes(parsed, heads, limits.message_bytes);
  if (!bytes.ok()) return bytes.status();
  parsed.response_bytes = *bytes;
  return parsed;
}

absl::Status CheckFiniteInput(const AttentionRequest& request) {
  const TensorView& input = request.input;
  const std::int64_t width = input.shape().dim(2);
  const std::int64_t sequence_bytes = request.tokens() * width * ByteWidth(input.dtype());
  for (std::int64_t b = 0; b < request.batch(); ++b) {
    const std::int64_t at =
        FirstNonFinite(input.dtype(), input.data() + b * sequence_bytes, request.length(b) * width);
    if (at < 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("input.data: expected finite numbers, got NaN or infinity at [", b, ",",
                     at / width, ",", at % width, "]"));
  }
  return absl::OkStatus();
}

}  // namespace headwise
