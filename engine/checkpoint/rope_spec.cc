#include "engine/checkpoint/rope_spec.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headwise {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::vector<double> Plain(double base, std::int64_t dims) {
  std::vector<double> frequencies;
  for (std::int64_t i = 0; i < dims; i += 2) {
    frequencies.push_back(std::pow(base, -static_cast<double>(i) / static_cast<double>(dims)));
  }
  return frequencies;
}

double DynamicBase(const RopeSpec& rope, std::int64_t length) {
  const double longest = std::max(static_cast<double>(length), rope.max_positions);
  const double dims = static_cast<double>(rope.dims);
  // factor * longest / max - (factor - 1), but exactly 1 up to the model's own length.
  const double stretch = 1 + rope.factor * (longest - rope.max_positions) / rope.max_positions;
  return dims > 2 ? rope.base * std::pow(stretch, dims / (dims - 2)) : rope.base;
}

double Llama3(const RopeSpec& rope, double frequency) {
  const double turns = rope.original_max_positions * frequency / (2 * kPi);
  if (turns < rope.low_freq_factor) return frequency / rope.factor;
  if (turns > rope.high_freq_factor) return frequency;
  const double smooth =
      (turns - rope.low_freq_factor) / (rope.high_freq_factor - rope.low_freq_factor);
  return (1 - smooth) * frequency / rope.factor + smooth * frequency;
}

// The (fractional) index of the frequency that turns `turns` times in the training length.
double YarnIndex(const RopeSpec& rope, double turns) {
  return static_cast<double>(rope.dims) *
         std::log(rope.original_max_positions / (turns * 2 * kPi)) / (2 * std::log(rope.base));
}

void ApplyYarn(const RopeSpec& rope, std::vector<double>& frequencies) {
  double low = YarnIndex(rope, rope.beta_fast);
  double high = YarnIndex(rope, rope.beta_slow);
  if (rope.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(rope.dims - 1));
  if (low == high) high += 0.001;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double ramp = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    frequencies[i] = ramp * frequencies[i] / rope.factor + (1 - ramp) * frequencies[i];
  }
}

void ApplyLongRope(const RopeSpec& rope, std::int64_t length, std::vector<double>& frequencies) {
  const bool is_long = static_cast<double>(length) > rope.original_max_positions;
  const std::vector<double>& factors = is_long ? rope.long_factors : rope.short_factors;
  for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies[i] /= factors[i];
}

}  // namespace

std::vector<double> RopeSpec::Frequencies(std::int64_t length) const {
  const bool dynamic = scaling == RopeScaling::kDynamic;
  std::vector<double> frequencies = Plain(dynamic ? DynamicBase(*this, length) : base, dims);
  if (scaling == RopeScaling::kYarn) ApplyYarn(*this, frequencies);
  if (scaling == RopeScaling::kLongRope) ApplyLongRope(*this, length, frequencies);
  for (double& frequency : frequencies) {
    if (scaling == RopeScaling::kLinear) frequency /= factor;
    if (scaling == RopeScaling::kLlama3) frequency = Llama3(*this, frequency);
  }
  return frequencies;
}

const char* RopeScalingName(RopeScaling scaling) {
  switch (scaling) {
    case RopeScaling::kLinear:
      return "linear";
    case RopeScaling::kDynamic:
      return "dynamic";
    case RopeScaling::kYarn:
      return "yarn";
    case RopeScaling::kLongRope:
      return "longrope";
    case RopeScaling::kLlama3:
      return "llama3";
    case RopeScaling::kNone:
      break;
  }
  return "none";
}

}  // namespace headwise
