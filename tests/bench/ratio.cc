#include "tests/bench/ratio.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <vector>

#include "absl/strings/str_format.h"

namespace headwise::bench {
namespace {

// The keys of a row that has a place under a roofline.
std::string Roofline(const RatioRow& row, const Ratio& ratio) {
  if (row.flops_per_byte == 0) return "";
  const double flops = row.yardstick == "R" ? row.flops_per_byte : 1;  // for each unit of rate
  return absl::StrFormat(R"(,"flops_per_byte":%.6g,"gflops":%.6g,"yardstick_gflops":%.6g)",
                         row.flops_per_byte, ratio.ours * flops * 1e-9,
                         ratio.yardstick * flops * 1e-9);
}

}  // namespace

double Seconds(const std::function<void()>& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

Ratio Summarise(const std::vector<double>& ours, const std::vector<double>& yardstick) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i) ratios.push_back(ours[i] / yardstick[i]);
  std::sort(ratios.begin(), ratios.end());
  // The interval of the median between ranks n/2 -+ 1.96 sqrt(n)/2 (normal approximation of the
  // binomial), rounded outwards.
  const auto count = static_cast<double>(ratios.size());
  const double half = 0.98 * std::sqrt(count);
  const double middle = (count - 1) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(middle - half)));
  const auto high = static_cast<std::size_t>(std::min(count - 1, std::ceil(middle + half)));
  return {
      ratios[ratios.size() / 2],      ratios[low], ratios[high], Median(ours), Median(yardstick),
      static_cast<int>(ratios.size())};
}

Ratio Alternate(const Rate& ours, const Rate& yardstick, int alternations) {
  ours();
  yardstick();
  std::vector<double> our_rates, yardstick_rates;
  for (int i = 0; i < alternations; ++i) {
    our_rates.push_back(ours());
    yardstick_rates.push_back(yardstick());
  }
  return Summarise(our_rates, yardstick_rates);
}

bool FallsShort(const RatioRow& row, const Ratio& ratio) {
  return row.sense == Sense::kMin ? !(ratio.high >= row.reach) : !(ratio.low <= row.reach);
}

std::string ToJson(const RatioRow& row, const Ratio& ratio) {
  return absl::StrFormat(
      R"({"name":"%s","ratio":%.4f,"low":%.4f,"high":%.4f,"reach":%.4g,"goal":%.4g,)"
      R"("sense":"%s","yardstick":"%s","yardstick_rate":%.6g,"ours":%.6g,"alternations":%d%s})",
      row.name, ratio.median, ratio.low, ratio.high, row.reach, row.goal,
      row.sense == Sense::kMin ? "min" : "max", row.yardstick, ratio.yardstick, ratio.ours,
      ratio.alternations, Roofline(row, ratio));
}

}  // namespace headwise::bench
