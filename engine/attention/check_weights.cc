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
                        spec.head_dim > 0 && spec.value_dim >= 0 && spec.d_out > 0;
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
  if (!spec.output_projection && spec.d_out != spec.merged_width()) {
    return absl::InvalidArgumentError(absl::StrCat("d_out: expected ", spec.merged_width(),
                                                   " for a layer without output projection, got ",
                                                   spec.d_out));
  }
  return absl::OkStatus();
}

absl::Status CheckProjections(const LayerSpec& spec, const LayerWeights& weights) {
  const std::int64_t in = spec.input_projection ? 1 : 0;
  absl::Status status;
  status.Update(CheckSize("query", weights.query, in * spec.query_width() * spec.d_model));
  status.Update(CheckSize("key", weights.key, in * spec.key_width() * spec.key_input_width()));
  status.Update(
      CheckSize("value", weights.value, in * spec.value_width() * spec.value_input_width()));
  status.Update(CheckSize("output", weights.output,
                          spec.output_projection ? spec.d_out * spec.merged_width() : 0));
  status.Update(CheckBias("query_bias", weights.query_bias, spec.query_width()));
  status.Update(CheckBias("key_bias", weights.key_bias, spec.key_width()));
  status.Update(CheckBias("value_bias", weights.value_bias, spec.value_width()));
  status.Update(CheckSize("output_bias", weights.output_bias, spec.output_bias ? spec.d_out : 0));
  return status;
}

absl::Status CheckRules(const LayerSpec& spec, const LayerWeights& weights) {
  const std::int64_t norm = spec.qk_norm.kind == NormKind::kNone ? 0 : 1;
  absl::Status status;
  status.Update(CheckSize("query_norm", weights.query_norm, norm * spec.query_width()));
  status.Update(CheckSize("key_norm", weights.key_norm, norm * spec.key_width()));
  status.Update(CheckBias("query_norm_bias", weights.query_norm_bias, norm * spec.query_width()));
  status.Update(CheckBias("key_norm_bias", weights.key_norm_bias, norm * spec.key_width()));
  status.Update(CheckSize("sinks", weights.sinks, spec.sinks ? spec.heads : 0));
  status.Update(
      CheckSize("relative_bias", weights.relative_bias, spec.relative_bias.buckets * spec.heads));
  const auto slopes = static_cast<std::int64_t>(spec.alibi_slopes.size());
  if (slopes != 0 && slopes != spec.heads) {
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("alibi_slopes: expected ", spec.heads, " values, got ", slopes)));
  }
  const std::int64_t dims = spec.rope.dims;
  if (dims < 0 || dims % 2 != 0 || dims > spec.head_dim) {
    status.Update(absl::InvalidArgumentError(absl::StrCat(
        "rope: expected an even number of values up to ", spec.head_dim, ", got ", dims)));
  }
  return status;
}

}  // namespace

absl::Status CheckWeights(const LayerSpec& spec, const LayerWeights& weights) {
  absl::Status status = CheckSpec(spec);
  if (!status.ok()) return status;
  status = CheckProjections(spec, weights);
  status.Update(CheckRules(spec, weights));
  return status;
}

}  // namespace headwise
