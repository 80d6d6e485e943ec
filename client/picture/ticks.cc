#include "client/picture/ticks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headwise {

double NiceCeiling(double value) {
  const double exponent = std::floor(std::log10(value));
  // Division by a power of ten is exact where multiplication by a fraction is not.
  const bool small = exponent < 0;
  const double power = std::pow(10, std::abs(exponent));
  for (double factor : {1.0, 2.0, 5.0}) {
    const double nice = small ? factor / power : factor * power;
    if (nice >= value * (1 - 1e-6)) return nice;  // values are no more exact than floats
  }
  return small ? 10 / power : 10 * power;
}

std::vector<double> ValueSteps(double largest, int most) {
  if (!(largest > 0)) return {0, 1};
  const double step = NiceCeiling(largest / most);
  const int count = static_cast<int>(std::ceil(largest / step - 1e-9));
  std::vector<double> values;
  for (int i = 0; i <= count; ++i) values.push_back(i * step);
  return values;
}

std::int64_t IndexStep(std::int64_t count, double pitch, double spacing) {
  const double least = spacing / pitch;
  if (least <= 1) return 1;
  return std::max<std::int64_t>(1, std::llround(NiceCeiling(least)));
}

}  // namespace headwise
