#include "server/convert/core_options.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

// Numbers that the engine, which computes with F32, would take for 0 or for infinity.
absl::Status CheckFitsF32(absl::string_view field, double value) {
  using Float = std::numeric_limits<float>;
  if (!std::isfinite(value) || value <= 0) return absl::OkStatus();  // the engine tells of those
  if (value >= static_cast<double>(Float::min()) && value <= static_cast<double>(Float::max())) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(field, ": expected a number that F32 holds, ",
                                                 Float::min(), " to ", Float::max(), ", got ",
                                                 value));
}

}  // namespace

absl::StatusOr<CoreOptions> CoreOptionsFromProto(const v1::AttendCoreRequest& proto,
                                                 const AttentionRequest& request) {
  absl::Status status = CheckFitsF32("scale", proto.scale());
  status.Update(CheckFitsF32("softcap", proto.softcap()));
  if (!status.ok()) return status;
  CoreOptions options;
  options.heads = request.input.shape().dim(1);
  options.kv_heads = request.key_input.shape().dim(1);
  options.head_dim = request.input.shape().dim(3);
  options.value_dim = request.value_input.shape().dim(3);
  if (proto.has_scale()) options.scale = proto.scale();
  options.causal = proto.causal();
  // A wider window hides nothing more, and places minus it could overflow.
  options.window = std::min(proto.window(), request.tokens() + request.keys());
  options.softcap = proto.softcap();
  options.alibi_slopes.assign(proto.alibi_slopes().begin(), proto.alibi_slopes().end());
  options.sinks.assign(proto.sinks().begin(), proto.sinks().end());
  return options;
}

}  // namespace headwise
