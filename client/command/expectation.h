// Comparison of tensors with a tolerance.
#ifndef HEADWISE_CLIENT_COMMAND_EXPECTATION_H_
#define HEADWISE_CLIENT_COMMAND_EXPECTATION_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "headwise/v1/tensor.pb.h"

namespace headwise {

struct Difference {
  double largest = 0;            // |got - want|; infinite where only one of both is finite
  std::int64_t largest_at = -1;  // flat index, -1 if nothing differs
  double largest_want = 0;       // largest finite |want|
  // Elements beyond 1e-5 + 1e-4*|want|. Equal infinities, and NaN for NaN, are equal.
  std::int64_t beyond_tolerance = 0;
  float got = 0;  // at largest_at
  float want = 0;
};

// Both have the same size. Thread-safe, as all of this file.
Difference Compare(absl::Span<const float> got, absl::Span<const float> want);

// As Compare. INVALID_ARGUMENT if the shapes differ by more than a leading 1.
absl::StatusOr<Difference> CompareTensors(const v1::Tensor& got, const v1::Tensor& want);

// "[1,3,17]": index of a flat position.
std::string PositionText(std::int64_t at, absl::Span<const std::int64_t> shape);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_EXPECTATION_H_
