#include "engine/checkpoint/config_rules.h"

#include <limits>

namespace headwise {

bool IsPositiveFloat(double number) {
  using Float = std::numeric_limits<float>;
  return number >= static_cast<double>(Float::min()) && number <= static_cast<double>(Float::max());
}

absl::StatusOr<bool> ReadFlag(const Flag& flag, const Config& config) {
  if (flag.field.empty()) return flag.absent;
  const auto value = config.Bool(flag.field);
  if (!value.ok()) return value.status();
  return value->value_or(flag.absent);
}

absl::StatusOr<std::optional<double>> ReadNumber(const NumberRule& rule, const Config& config) {
  for (absl::string_view field : rule.fields) {
    if (config.Contains(field)) return config.Double(field);
  }
  return rule.absent;
}

absl::StatusOr<std::optional<double>> ReadNumberAbove(double least, const NumberRule& rule,
                                                      const Config& config) {
  auto number = ReadNumber(rule, config);
  if (!number.ok() || !number->has_value()) return number;
  if (**number > least && IsPositiveFloat(**number)) return number;
  absl::string_view name = rule.fields[0];
  for (absl::string_view field : rule.fields) {
    if (config.Contains(field)) name = field;
  }
  if (**number > least) {
    return ConfigError(config.Path(name), ": expected a number in the range of F32, found ",
                       **number);
  }
  return ConfigError(config.Path(name), ": expected more than ", least, ", found ", **number);
}

absl::StatusOr<double> RequireNumberAbove(double least, absl::string_view field,
                                          const Config& config) {
  const auto number = ReadNumberAbove(least, {{field}, std::nullopt}, config);
  if (!number.ok()) return number.status();
  if (number->has_value()) return **number;
  return ConfigError("add ", config.Path(field), ", a number above ", least);
}

}  // namespace headwise
