#include "engine/checkpoint/layer_window.h"

#include <optional>
#include <string>
#include <vector>

#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr absl::string_view kTypes = "layer_types";
constexpr absl::string_view kSliding = "sliding_attention";
constexpr absl::string_view kFull = "full_attention";
constexpr std::int64_t kMaxWindow = std::int64_t{1} << 40;

// Length of the windows of this model, whichever layers have one.
absl::StatusOr<std::int64_t> Length(const WindowRule& rule, const Config& config) {
  const absl::StatusOr<bool> enabled = ReadFlag(rule.enabled, config);
  if (!enabled.ok()) return enabled.status();
  if (!*enabled) return 0;
  if (!config.Contains(rule.field)) return rule.absent;
  const auto length = config.Int(rule.field);
  if (!length.ok()) return length.status();
  if (!length->has_value()) return 0;
  if (**length >= 1 && **length <= kMaxWindow) return **length;
  return ConfigError(config.Path(rule.field), ": expected 1 to ", kMaxWindow, " or null, found ",
                     **length);
}

// What layer_types says; nullopt without the list.
absl::StatusOr<std::optional<bool>> ListedAsSliding(const Config& config, std::int64_t index) {
  const auto types = config.Strings(kTypes);
  if (!types.ok()) return types.status();
  if (!types->has_value()) return std::nullopt;
  const auto at = static_cast<std::size_t>(index);
  if (at >= (*types)->size()) {
    return ConfigError(config.Path(kTypes), ": expected a type for layer ", index, ", found ",
                       (*types)->size(), " types");
  }
  const std::string& type = (**types)[at];
  if (type == kSliding || type == kFull) return type == kSliding;
  return absl::UnimplementedError(absl::StrCat("config.json: ", config.Path(kTypes), ": \"",
                                               Printable(type), "\" is not supported, expected ",
                                               kSliding, " or ", kFull));
}

absl::StatusOr<std::int64_t> IntOr(absl::string_view field, std::int64_t absent,
                                   const Config& config) {
  if (field.empty()) return absent;
  const auto value = config.Int(field);
  if (!value.ok()) return value.status();
  if (value->value_or(absent) >= 0) return value->value_or(absent);
  return ConfigError(config.Path(field), ": expected at least 0, found ", **value);
}

absl::StatusOr<bool> SlidesByRule(const WindowRule& rule, const Config& config,
                                  std::int64_t index) {
  const auto first = IntOr(rule.first_layer, rule.first_layer_absent, config);
  if (!first.ok()) return first.status();
  const auto period = IntOr(rule.period, rule.period_absent, config);
  if (!period.ok()) return period.status();
  return index >= *first && (*period == 0 || (index + 1) % *period != 0);
}

}  // namespace

absl::StatusOr<std::int64_t> ReadWindow(const WindowRule& rule, const Config& config,
                                        std::int64_t index) {
  if (rule.field.empty()) return 0;
  const absl::StatusOr<std::int64_t> length = Length(rule, config);
  if (!length.ok()) return length.status();
  const absl::StatusOr<std::optional<bool>> listed = ListedAsSliding(config, index);
  if (!listed.ok()) return listed.status();
  if (listed->has_value() && **listed && *length == 0) {
    return ConfigError(config.Path(rule.field), ": expected a length, as layer_types calls layer ",
                       index, " sliding");
  }
  if (listed->has_value()) return **listed ? *length : 0;
  const absl::StatusOr<bool> slides = SlidesByRule(rule, config, index);
  if (!slides.ok()) return slides.status();
  return *slides ? *length : 0;
}

}  // namespace headwise
