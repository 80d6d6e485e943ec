// Ratios of two things measured in turn, as a machine's speed drifts.
#ifndef HEADWISE_TESTS_BENCH_RATIO_H_
#define HEADWISE_TESTS_BENCH_RATIO_H_

#include <functional>
#include <string>
#include <vector>

namespace headwise::bench {

// Runs something once and returns its rate: useful work a second, in any unit that its partner
// shares.
using Rate = std::function<double()>;

// Median of ours / theirs over alternations, with the 95 % interval of the median by ranks.
struct Ratio {
  double median = 0;
  double low = 0;
  double high = 0;
  double ours = 0;  // median rates
  double yardstick = 0;
  int alternations = 0;
};

// From rates measured in turn; the same number of both, at least one.
Ratio Summarise(const std::vector<double>& ours, const std::vector<double>& yardstick);

double Median(std::vector<double> values);

// Runs both once unmeasured, then `alternations` times one after the other.
Ratio Alternate(const Rate& ours, const Rate& yardstick, int alternations);

// Seconds that `body` takes.
double Seconds(const std::function<void()>& body);

enum class Sense { kMin, kMax };  // the ratio is to be at least, or at most

// One row of the table of targets.
struct RatioRow {
  std::string name;
  double reach;
  double goal;
  Sense sense;
  std::string yardstick;
  // Makes what is measured; called once, right before the measurement.
  std::function<Ratio()> measure;
  // Useful floating-point operations for each byte that has to be moved, where that is known.
  double flops_per_byte = 0;
};

// The whole interval lies short of reach, or is no number.
bool FallsShort(const RatioRow& row, const Ratio& ratio);

// One JSON object without a line break.
std::string ToJson(const RatioRow& row, const Ratio& ratio);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_RATIO_H_
