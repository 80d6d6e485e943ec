#include "server/convert/common_fields.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/admit/reject_reason.h"
#include "server/convert/response_size.h"

namespace headwise {
namespace {

constexpr std::size_t kLongestRequestId = 128;

absl::Status TooManyTokens(const char* field, const char* product, std::int64_t tokens,
                           std::int64_t limit) {
  return Rejected(absl::StatusCode::kInvalidArgument, RejectReason::kTooLarge,
                  absl::StrCat(field, ".shape: expected at most ", limit, " tokens (", product,
                               "), got ", tokens, "; send fewer sequences or split them"));
}

}  // namespace

absl::Status CheckRequestId(const std::string& request_id) {
  if (request_id.size() <= kLongestRequestId) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("request_id: expected at most ", kLongestRequestId,
                                                 " bytes, got ", request_id.size()));
}

// The products cannot overflow: Shape has checked them.
absl::Status CheckTokens(const ParsedAttend& parsed, std::int64_t limit) {
  const AttentionRequest& request = parsed.request;
  const std::int64_t tokens = request.batch() * request.tokens();
  if (tokens > limit) return TooManyTokens(parsed.names.input, "B*T", tokens, limit);
  if (!request.has_key_input()) return absl::OkStatus();
  const std::int64_t keys = request.key_input.shape().dim(0) * request.keys();
  if (keys > limit) return TooManyTokens(parsed.names.key_input, "B*Tk", keys, limit);
  return absl::OkStatus();
}

absl::Status FinishParsing(std::int64_t heads, const AttendLimits& limits, LayerValidator validate,
                           ParsedAttend& parsed) {
  absl::StatusOr<OutputShapes> shapes = validate(parsed.request);
  if (!shapes.ok()) return shapes.status();
  parsed.shapes = *std::move(shapes);
  absl::StatusOr<std::int64_t> bytes = BoundResponseBytes(parsed, heads, limits.message_bytes);
  if (!bytes.ok()) return bytes.status();
  parsed.response_bytes = *bytes;
  return absl::OkStatus();
}

}  // namespace headwise
