// What AttendRequest and AttendCoreRequest have in common.
#ifndef HEADWISE_SERVER_CONVERT_COMMON_FIELDS_H_
#define HEADWISE_SERVER_CONVERT_COMMON_FIELDS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/convert/enums.h"
#include "server/convert/masks.h"
#include "server/convert/parsed_attend.h"
#include "server/convert/selections.h"

namespace headwise {

absl::Status CheckRequestId(const std::string& request_id);

// INVALID_ARGUMENT, counted as too large, if there are more tokens than the limit allows.
absl::Status CheckTokens(const ParsedAttend& parsed, std::int64_t limit);

// The last step, once the request is filled: shapes and size of the answer. Errors of `validate`
// and of BoundResponseBytes.
absl::Status FinishParsing(std::int64_t heads, const AttendLimits& limits, LayerValidator validate,
                           ParsedAttend& parsed);

// Takes over the fields that both messages have; the inputs must have been taken before. Pure;
// thread-safe.
template <typename Request>
absl::Status TakeCommonFields(const Request& proto, std::int64_t heads, ParsedAttend& parsed) {
  if (absl::Status status = CheckRequestId(proto.request_id()); !status.ok()) return status;
  AttentionRequest& request = parsed.request;
  request.output_dtype = request.input.dtype();
  if (proto.output_dtype() != v1::DATA_TYPE_UNSPECIFIED) {
    absl::StatusOr<DType> dtype = DTypeFromProto("output_dtype", proto.output_dtype());
    if (!dtype.ok()) return dtype.status();
    request.output_dtype = *dtype;
  }
  request.key_lengths.assign(proto.key_lengths().begin(), proto.key_lengths().end());
  absl::StatusOr<std::vector<AttentionMask>> masks = MasksFromProto(proto.masks());
  if (!masks.ok()) return masks.status();
  request.masks = *std::move(masks);
  absl::StatusOr<OutputSelection> outputs = SelectionsFromProto(proto.outputs(), heads);
  if (!outputs.ok()) return outputs.status();
  request.outputs = *std::move(outputs);
  parsed.timings = proto.outputs().timings();
  return absl::OkStatus();
}

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_COMMON_FIELDS_H_
