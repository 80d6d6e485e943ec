#include "client/picture/probability_scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/picture/ticks.h"

namespace headwise {
namespace {

constexpr double kCovered = 0.995;
constexpr double kLeastEnd = 1e-6;

}  // namespace

ProbabilityScale::ProbabilityScale(std::vector<float> values) {
  if (values.empty()) return;
  const auto covered = static_cast<std::size_t>(kCovered * static_cast<double>(values.size()));
  const auto nth =
      values.begin() + static_cast<std::ptrdiff_t>(std::min(covered, values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  end_ = std::min(1.0, NiceCeiling(std::max<double>(*nth, kLeastEnd)));
  cut_ = *std::max_element(nth, values.end()) > end_ * (1 + 1e-6);
}

double ProbabilityScale::ShareOf(double probability) const {
  if (!(probability > 0)) return 0;
  return std::min(1.0, std::sqrt(probability / end_));
}

std::vector<ProbabilityScale::Mark> ProbabilityScale::Marks() const {
  std::vector<Mark> marks;
  for (double part : {0.0, 0.01, 0.05, 0.2, 0.5, 1.0}) {
    const bool above = cut_ && part == 1;
    marks.push_back(
        {std::sqrt(part), absl::StrCat(above ? ">=" : "", absl::StrFormat("%.3g", part * end_))});
  }
  return marks;
}

}  // namespace headwise
