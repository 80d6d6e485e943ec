#include "engine/checkpoint/alibi.h"

#include <cmath>

#include "engine/checkpoint/config_rules.h"

namespace headwise {
namespace {

// 2^(-max_exponent * k / count)
double Slope(std::int64_t k, std::int64_t count, double max_exponent) {
  return std::exp2(-max_exponent * static_cast<double>(k) / static_cast<double>(count));
}

std::vector<double> Powers(std::int64_t heads, double max_exponent) {
  std::int64_t power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<double> slopes;
  for (std::int64_t k = 1; k <= power; ++k) slopes.push_back(Slope(k, power, max_exponent));
  for (std::int64_t k = 1; power + (k + 1) / 2 <= heads; k += 2) {
    slopes.push_back(Slope(k, 2 * power, max_exponent));
  }
  return slopes;
}

std::vector<double> Interleaved(std::int64_t heads, double max_exponent) {
  std::int64_t count = 1;
  while (count < heads) count *= 2;
  if (count == heads) return Powers(heads, max_exponent);
  std::vector<double> slopes;
  for (const std::int64_t first : {2, 1}) {
    for (std::int64_t k = first; k <= count; k += 2) {
      slopes.push_back(Slope(k, count, max_exponent));
    }
  }
  slopes.resize(static_cast<std::size_t>(heads));
  return slopes;
}

}  // namespace

std::vector<double> MakeAlibiSlopes(AlibiSlopes kind, std::int64_t heads, double max_exponent) {
  switch (kind) {
    case AlibiSlopes::kPowers:
      return Powers(heads, max_exponent);
    case AlibiSlopes::kInterleaved:
      return Interleaved(heads, max_exponent);
    case AlibiSlopes::kNone:
      break;
  }
  return {};
}

absl::StatusOr<std::vector<float>> ReadAlibi(const AlibiRule& rule, const Config& config,
                                             std::int64_t heads, std::int64_t head_dim) {
  std::vector<float> slopes;
  if (rule.slopes == AlibiSlopes::kNone) return slopes;
  const absl::StatusOr<bool> enabled = ReadFlag(rule.enabled, config);
  if (!enabled.ok()) return enabled.status();
  if (!*enabled) return slopes;
  const auto exponent = ReadNumberAbove(0, rule.max_exponent, config);
  if (!exponent.ok()) return exponent.status();
  const double scale = rule.scaled ? 1 / std::sqrt(static_cast<double>(head_dim)) : 1;
  for (double slope : MakeAlibiSlopes(rule.slopes, heads, exponent->value_or(8))) {
    slopes.push_back(static_cast<float>(slope * scale));
  }
  return slopes;
}

}  // namespace headwise
