#include "engine/checkpoint/layer_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/alibi.h"
#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_window.h"
#include "engine/checkpoint/name_pattern.h"
#include "engine/checkpoint/rope_reader.h"

namespace headwise {
namespace {

constexpr std::int64_t kMaxBuckets = 65536;

// The rules of one layer; the first error ends them.
class Rules {
 public:
  Rules(const ArchitectureRow& row, const Section& section, const Config& config,
        const LocatedLayer& layer, LayerSpec& spec)
      : row_(row), section_(section), config_(config), layer_(layer), spec_(spec) {}

  absl::Status Apply() {
    for (const auto step : {&Rules::CheckRefused, &Rules::SetScale, &Rules::SetMasks,
                            &Rules::SetScores, &Rules::SetNorm, &Rules::SetRelativeBias}) {
      if (absl::Status status = (this->*step)(); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  template <typename T, typename To>
  static absl::Status Take(absl::StatusOr<T> read, To& to) {
    if (!read.ok()) return read.status();
    to = *std::move(read);
    return absl::OkStatus();
  }

  absl::Status CheckRefused() {
    for (const NamedReason& refused : section_.refused) {
      const absl::StatusOr<bool> on = ReadFlag({refused.name, false}, config_);
      if (!on.ok()) return on.status();
      if (!*on) continue;
      return absl::UnimplementedError(absl::StrCat("config.json: ", config_.Path(refused.name),
                                                   ": ", refused.reason, ": not supported"));
    }
    return absl::OkStatus();
  }

  absl::Status SetScale() {
    const ScaleRule& rule = section_.scale;
    const auto enabled = ReadFlag(rule.enabled, config_);
    if (!enabled.ok()) return enabled.status();
    const auto factor = ReadNumberAbove(0, rule.factor, config_);
    if (!factor.ok()) return factor.status();
    const auto width = ReadNumberAbove(0, rule.instead_of_width, config_);
    if (!width.ok()) return width.status();
    const auto inverse = ReadFlag(rule.inverse_layer, config_);
    if (!inverse.ok()) return inverse.status();
    const double of_width = width->value_or(static_cast<double>(spec_.head_dim));
    spec_.scale = *enabled ? factor->value_or(1 / std::sqrt(of_width)) : 1;
    if (*inverse) spec_.scale /= static_cast<double>(layer_.index + 1);
    return absl::OkStatus();
  }

  // Which keys a query sees.
  absl::Status SetMasks() {
    absl::Status status = Take(ReadFlag(section_.causal, config_), spec_.causal);
    status.Update(Take(ReadWindow(section_.window, config_, layer_.index), spec_.window));
    return status;
  }

  absl::Status SetScores() {
    std::optional<double> softcap;
    std::optional<double> clip;
    absl::Status status = Take(ReadNumberAbove(0, section_.softcap, config_), softcap);
    status.Update(Take(ReadNumberAbove(0, section_.clip_qkv, config_), clip));
    status.Update(
        Take(ReadAlibi(section_.alibi, config_, spec_.heads, spec_.head_dim), spec_.alibi_slopes));
    status.Update(
        Take(ReadRope(section_.rope, config_, spec_.head_dim, spec_.window > 0), spec_.rope));
    spec_.softcap = softcap.value_or(0);
    spec_.clip_qkv = clip.value_or(0);
    return status;
  }

  absl::Status SetNorm() {
    const NormRule& rule = section_.norm;
    if (rule.kind == NormKind::kNone) return absl::OkStatus();
    const absl::StatusOr<bool> expected = ReadFlag(rule.present, config_);
    if (!expected.ok()) return expected.status();
    const bool query = !layer_.query_norm.empty();
    const bool key = !layer_.key_norm.empty();
    if (query != *expected || key != *expected) return WrongNorms(*expected);
    if (!*expected) return absl::OkStatus();
    const auto epsilon = ReadNumberAbove(0, rule.epsilon, config_);
    if (!epsilon.ok()) return epsilon.status();
    spec_.qk_norm = {rule.kind, rule.scope, epsilon->value_or(0)};
    return absl::OkStatus();
  }

  absl::Status WrongNorms(bool expected) const {
    const absl::string_view field = section_.norm.present.field;
    const std::string query =
        JoinName(layer_.module, FillName(section_.norm.query, {layer_.index, 0}));
    const std::string key = JoinName(layer_.module, FillName(section_.norm.key, {layer_.index, 0}));
    return absl::InvalidArgumentError(
        absl::StrCat(expected ? "expected " : "not expected: ", Printable(query), " and ",
                     Printable(key), expected ? " for " : " in ", row_.name, ", as config.json's ",
                     field, " is ", expected ? "true" : "not true"));
  }

  absl::Status SetRelativeBias() {
    const RelativeBiasRule& rule = section_.relative_bias;
    if (layer_.relative_bias == nullptr) return absl::OkStatus();
    const auto buckets = ReadNumberAbove(1, rule.buckets, config_);
    if (!buckets.ok()) return buckets.status();
    const auto distance = ReadNumberAbove(1, rule.max_distance, config_);
    if (!distance.ok()) return distance.status();
    RelativeBiasSpec bias;
    bias.buckets = static_cast<std::int64_t>(std::min<double>(buckets->value_or(0), kMaxBuckets));
    bias.max_distance = static_cast<std::int64_t>(std::min(distance->value_or(0), 1e15));
    bias.bidirectional = rule.bidirectional;
    const std::int64_t one_way = bias.bidirectional ? bias.buckets / 2 : bias.buckets;
    if (one_way < 2 || (bias.bidirectional && bias.buckets % 2 != 0)) {
      return ConfigError(config_.Path(rule.buckets.fields[0]), ": expected ",
                         bias.bidirectional ? "an even number from 4 on" : "at least 2", ", found ",
                         bias.buckets);
    }
    if (bias.max_distance <= one_way / 2) {
      return ConfigError(config_.Path(rule.max_distance.fields[0]), ": expected more than ",
                         one_way / 2, ", found ", bias.max_distance);
    }
    spec_.relative_bias = bias;
    return absl::OkStatus();
  }

  const ArchitectureRow& row_;
  const Section& section_;
  const Config& config_;
  const LocatedLayer& layer_;
  LayerSpec& spec_;
};

}  // namespace

absl::Status ApplyRules(const ArchitectureRow& row, const Section& section, const Config& config,
                        const LocatedLayer& layer, LayerSpec& spec) {
  return Rules(row, section, config, layer, spec).Apply();
}

}  // namespace headwise
