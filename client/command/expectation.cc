#include "client/command/expectation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/library/tensor.h"

namespace headwise {
namespace {

constexpr double kAbsoluteTolerance = 1e-5;
constexpr double kRelativeTolerance = 1e-4;

double Distance(float got, float want) {
  if (got == want || (std::isnan(got) && std::isnan(want))) return 0;
  const double distance = std::abs(static_cast<double>(got) - want);
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

absl::Span<const std::int64_t> WithoutLeadingOnes(absl::Span<const std::int64_t> shape) {
  while (!shape.empty() && shape[0] == 1) shape.remove_prefix(1);
  return shape;
}

}  // namespace

Difference Compare(absl::Span<const float> got, absl::Span<const float> want) {
  Difference result;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double magnitude = std::isfinite(want[i]) ? std::abs(want[i]) : 0;
    const double distance = Distance(got[i], want[i]);
    result.largest_want = std::max(result.largest_want, magnitude);
    if (distance > kAbsoluteTolerance + kRelativeTolerance * magnitude) {
      ++result.beyond_tolerance;
    }
    if (distance > result.largest) {
      result.largest = distance;
      result.largest_at = static_cast<std::int64_t>(i);
      result.got = got[i];
      result.want = want[i];
    }
  }
  return result;
}

absl::StatusOr<Difference> CompareTensors(const v1::Tensor& got, const v1::Tensor& want) {
  if (WithoutLeadingOnes(got.shape()) != WithoutLeadingOnes(want.shape())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "expected the answer's shape ", ShapeText(got.shape()), ", got ", ShapeText(want.shape())));
  }
  const auto got_values = FloatsOf(got);
  if (!got_values.ok()) return got_values.status();
  const auto want_values = FloatsOf(want);
  if (!want_values.ok()) return want_values.status();
  return Compare(*got_values, *want_values);
}

std::string PositionText(std::int64_t at, absl::Span<const std::int64_t> shape) {
  std::vector<std::int64_t> position(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    position[i] = at % shape[i];
    at /= shape[i];
  }
  return ShapeText(position);
}

}  // namespace headwise
