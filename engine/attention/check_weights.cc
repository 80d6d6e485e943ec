#include "engine/attention/check_weights.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace headwise {
namespace {

absl::Status CheckSize(absl::string_view name, const std::vector<float>& values,
                       std::int64_t expected) {
  if (static_cast<std::int64_t>(values.size()) == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": expected ", expected, " values, got ", values.size()));
}

// A bias may be missing.
absl::Status CheckBias(absl::string_view name, const std::vector<float>& bias,
                       std::int64_t expected) {
  return bias.empty() ? absl::OkStatus() : CheckSize(name, bias, expected);
}

absl::Status CheckSpec(const LayerSpec& spec) {
  const bool positive = spec.d_model > 0 && spec.heads > 0 && spec.kv_heads > 0 &&
                        spec.head_dim > 0 && spec.d_out > 0;
  if (!positive || spec.heads % spec.kv_heads != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("layer: expected positive sizes and kv_heads dividing heads, got d_model ",
                     spec.d_model, ", heads ", spec.heads, ", kv_heads ", spec.kv_heads,
                     ", head_dim ", spec.head_dim, ", d_out ", spec.d_out));
  }
  if (!(spec.scale > 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("scale: expected a positive number, got ", spec.scale));
  }
  if (!spec.output_projection && spec.d_out != spec.query_width()) {
    return absl::InvalidArgumentError(absl::StrCat("d_out: expected ", spec.query_width(),
                                                   " for a layer without output projection, got ",
                                                   spec.d_out));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckWeights(const LayerSpec& spec, const LayerWeights& weights) {
  absl::Status status = CheckSpec(spec);
  if (!status.ok()) return status;
  status.Update(CheckSize("query", weights.query, spec.query_width() * spec.d_model));
  status.Update(CheckSize("key", weights.key, spec.kv_width() * spec.d_model));
  status.Update(CheckSize("value", weights.value, spec.kv_width() * spec.d_model));
  status.Update(CheckSize("output", weights.output,
                          spec.output_projection ? spec.d_out * spec.query_width() : 0));
  status.Update(CheckBias("query_bias", weights.query_bias, spec.query_width()));
  status.Update(CheckBias("key_bias", weights.key_bias, spec.kv_width()));
  status.Update(CheckBias("value_bias", weights.value_bias, spec.kv_width()));
  status.Update(CheckSize("output_bias", weights.output_bias, spec.output_bias ? spec.d_out : 0));
  return status;
}

}  // namespace headwise
