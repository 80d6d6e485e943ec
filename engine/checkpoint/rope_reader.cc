#include "engine/checkpoint/rope_reader.h"

#include <optional>

#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/rope_scaling_reader.h"

namespace headwise {
namespace {

// Where a layer's numbers stand.
struct RopeFields {
  NumberRule base;
  NumberRule fraction;
  const Config* base_config;
  const Config* fraction_config;
};

// The object rope_parameters, or the one in it for the layer's kind; nullopt without.
absl::StatusOr<std::optional<Config>> Parameters(const Config& config, bool sliding) {
  auto parameters = config.Object("rope_parameters");
  if (!parameters.ok() || !parameters->has_value()) return parameters;
  const absl::string_view kind = sliding ? "sliding_attention" : "full_attention";
  const Config& all = **parameters;
  if (!all.Has("sliding_attention") && !all.Has("full_attention")) return parameters;
  auto nested = all.Object(kind);
  if (nested.ok() && !nested->has_value()) {
    return ConfigError("add ", all.Path(kind), ": layers of this kind are in the checkpoint");
  }
  return nested;
}

absl::StatusOr<double> Fraction(const NumberRule& rule, const Config& config) {
  const auto fraction = ReadNumberAbove(0, rule, config);
  if (!fraction.ok()) return fraction.status();
  const double value = fraction->value_or(1);
  if (value <= 1) return value;
  return ConfigError(config.Path(rule.fields[0]), ": expected at most 1, found ", value);
}

absl::StatusOr<std::int64_t> Dims(const RopeRule& rule, double fraction, const Config& config,
                                  std::int64_t head_dim) {
  const auto dims = ReadNumberAbove(0, rule.dims, config);
  if (!dims.ok()) return dims.status();
  const double width = dims->value_or(static_cast<double>(head_dim));
  const double rotated = width * fraction;
  if (rotated <= static_cast<double>(head_dim)) {
    const auto whole = static_cast<std::int64_t>(rotated);
    if (whole >= 2 && whole % 2 == 0) return whole;
  }
  absl::string_view blamed = "head_dim";
  for (const NumberRule* named : {&rule.fraction, &rule.dims}) {
    for (absl::string_view field : named->fields) {
      if (config.Has(field)) blamed = field;
    }
  }
  return ConfigError(config.Path(blamed), ": expected an even number of rotated values up to the ",
                     "head_dim of ", head_dim, ", found ", rotated);
}

NumberRule InObject(absl::string_view field, const NumberRule& rule, const Config& object) {
  return object.Contains(field) ? NumberRule{{field}, std::nullopt} : rule;
}

RopeFields FieldsOf(const RopeRule& rule, const Config& config, const Config* parameters,
                    bool sliding) {
  const bool local = sliding && (!rule.sliding_base.fields.empty());
  RopeFields fields = {local ? rule.sliding_base : rule.base, rule.fraction, &config, &config};
  if (parameters == nullptr) return fields;
  if (parameters->Contains("rope_theta")) {
    fields.base = InObject("rope_theta", fields.base, *parameters);
    fields.base_config = parameters;
  }
  if (parameters->Contains("partial_rotary_factor")) {
    fields.fraction = InObject("partial_rotary_factor", fields.fraction, *parameters);
    fields.fraction_config = parameters;
  }
  return fields;
}

absl::Status Scale(const RopeRule& rule, const Config& config, const Config* parameters,
                   bool sliding, RopeSpec& rope) {
  if (parameters != nullptr) return ReadRopeScaling(rule, "default", config, *parameters, rope);
  if (sliding && !rule.sliding_base.fields.empty()) return absl::OkStatus();
  if (rule.scaling_required && !config.Contains(rule.scaling)) {
    return ConfigError("add ", config.Path(rule.scaling), ", an object or null");
  }
  const auto scaling = config.Object(rule.scaling);
  if (!scaling.ok()) return scaling.status();
  if (!scaling->has_value()) return absl::OkStatus();
  return ReadRopeScaling(rule, rule.scaling_type, config, **scaling, rope);
}

}  // namespace

absl::StatusOr<RopeSpec> ReadRope(const RopeRule& rule, const Config& config, std::int64_t head_dim,
                                  bool sliding) {
  RopeSpec rope;
  if (!rule.used) return rope;
  const absl::StatusOr<bool> without = ReadFlag(rule.unless, config);
  if (!without.ok()) return without.status();
  if (*without) return rope;
  const absl::StatusOr<std::optional<Config>> object = Parameters(config, sliding);
  if (!object.ok()) return object.status();
  const Config* parameters = object->has_value() ? &**object : nullptr;
  const RopeFields fields = FieldsOf(rule, config, parameters, sliding);
  const auto base = ReadNumberAbove(1, fields.base, *fields.base_config);
  if (!base.ok()) return base.status();
  const absl::StatusOr<double> fraction = Fraction(fields.fraction, *fields.fraction_config);
  if (!fraction.ok()) return fraction.status();
  const absl::StatusOr<std::int64_t> dims = Dims(rule, *fraction, config, head_dim);
  if (!dims.ok()) return dims.status();
  rope.dims = *dims;
  rope.interleaved = rule.interleaved;
  rope.base = base->value_or(rule.base.absent.value_or(rope.base));
  const absl::Status status = Scale(rule, config, parameters, sliding, rope);
  if (!status.ok()) return status;
  return rope;
}

}  // namespace headwise
