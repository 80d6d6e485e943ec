#include "engine/attention/attention_core.h"

#include <cmath>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostHeads = 1024;
constexpr std::int64_t kMostWidth = 1024;

absl::Status CheckCount(absl::string_view field, std::int64_t value, std::int64_t least,
                        std::int64_t most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": expected ", least, " to ", most, ", got ", value));
}

// One finite number a head, or none.
absl::Status CheckPerHead(absl::string_view field, const std::vector<float>& values,
                          std::int64_t heads) {
  if (!values.empty() && static_cast<std::int64_t>(values.size()) != heads) {
    return absl::InvalidArgumentError(absl::StrCat(field, ": expected one value for each of the ",
                                                   heads, " heads, got ", values.size()));
  }
  for (std::size_t h = 0; h < values.size(); ++h) {
    if (std::isfinite(values[h])) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(field, "[", h, "]: expected a finite number, got ", values[h]));
  }
  return absl::OkStatus();
}

absl::Status CheckSizes(const CoreOptions& options) {
  absl::Status status = CheckCount("queries.shape[1] (heads)", options.heads, 1, kMostHeads);
  status.Update(CheckCount("keys.shape[1] (kv heads)", options.kv_heads, 1, kMostHeads));
  status.Update(CheckCount("queries.shape[3] (head_dim)", options.head_dim, 1, kMostWidth));
  status.Update(CheckCount("values.shape[3] (value width)", options.value_dim, 0, kMostWidth));
  if (status.ok() && options.heads % options.kv_heads != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("keys.shape[1] (kv heads): expected a divisor of the ", options.heads,
                     " heads, got ", options.kv_heads));
  }
  return status;
}

absl::Status CheckRules(const CoreOptions& options) {
  if (options.scale && !(std::isfinite(*options.scale) && *options.scale > 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("scale: expected a finite number above 0, got ", *options.scale));
  }
  if (!std::isfinite(options.softcap) || options.softcap < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("softcap: expected a finite number of at least 0, got ", options.softcap));
  }
  if (options.window < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("window: expected at least 0, got ", options.window));
  }
  absl::Status status = CheckPerHead("alibi_slopes", options.alibi_slopes, options.heads);
  status.Update(CheckPerHead("sinks", options.sinks, options.heads));
  return status;
}

}  // namespace

absl::StatusOr<LayerSpec> CoreSpec(const CoreOptions& options) {
  absl::Status status = CheckSizes(options);
  if (status.ok()) status = CheckRules(options);
  if (!status.ok()) return status;
  LayerSpec spec;
  spec.heads = options.heads;
  spec.kv_heads = options.kv_heads;
  spec.head_dim = options.head_dim;
  spec.value_dim = options.value_dim;
  spec.d_model = spec.query_width();
  spec.d_out = spec.merged_width();
  spec.scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(options.head_dim)));
  spec.causal = options.causal;
  spec.cross = true;
  spec.input_projection = false;
  spec.window = options.window;
  spec.softcap = options.softcap;
  spec.alibi_slopes = options.alibi_slopes;
  spec.sinks = !options.sinks.empty();
  return spec;
}

}  // namespace headwise
