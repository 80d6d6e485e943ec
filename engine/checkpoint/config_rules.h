// Reads Flags and NumberRules of the architecture table from config.json.
#ifndef HEADWISE_ENGINE_CHECKPOINT_CONFIG_RULES_H_
#define HEADWISE_ENGINE_CHECKPOINT_CONFIG_RULES_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/rules.h"

namespace headwise {

// INVALID_ARGUMENT with a text about a field of config.json.
template <typename... Pieces>
absl::Status ConfigError(const Pieces&... pieces) {
  return absl::InvalidArgumentError(absl::StrCat("config.json: ", pieces...));
}

// True for a positive number that stays what it is as F32, neither 0 nor infinite. Thread-safe.
bool IsPositiveFloat(double number);

// All of these give INVALID_ARGUMENT naming the field for a wrong type. Thread-safe.
absl::StatusOr<bool> ReadFlag(const Flag& flag, const Config& config);
absl::StatusOr<std::optional<double>> ReadNumber(const NumberRule& rule, const Config& config);
// Also INVALID_ARGUMENT unless the number is above `least`, which is not negative, and
// IsPositiveFloat: what the engine computes with it would be 0, infinite or NaN.
absl::StatusOr<std::optional<double>> ReadNumberAbove(double least, const NumberRule& rule,
                                                      const Config& config);
// The same for a field that must be there.
absl::StatusOr<double> RequireNumberAbove(double least, absl::string_view field,
                                          const Config& config);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_CONFIG_RULES_H_
