// The middle of measurements.
#ifndef HEADWISE_CLIENT_COMMAND_MEDIAN_H_
#define HEADWISE_CLIENT_COMMAND_MEDIAN_H_

#include <algorithm>
#include <vector>

namespace headwise {

// The mean of the two middle values if their number is even; 0 for none. Thread-safe.
inline double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The value below which `share` of the values lie, straight between the two nearest ones; 0 for
// none. Thread-safe.
inline double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= values.size()) return values.back();
  const double part = place - static_cast<double>(below);
  return values[below] + part * (values[below + 1] - values[below]);
}

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_MEDIAN_H_
