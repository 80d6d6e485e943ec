// Dimensions of a tensor, with a product that is known not to overflow.
#ifndef HEADWISE_ENGINE_TENSOR_SHAPE_H_
#define HEADWISE_ENGINE_TENSOR_SHAPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace headwise {

// Immutable once made. A default Shape has rank 0 and one element. Thread-compatible.
class Shape {
 public:
  Shape() = default;

  // INVALID_ARGUMENT for a negative dimension, or if the elements, or the bytes at 8 bytes an
  // element, exceed what int64 holds.
  static absl::StatusOr<Shape> Create(absl::Span<const std::int64_t> dims);

  int rank() const { return static_cast<int>(dims_.size()); }
  std::int64_t dim(int i) const { return dims_[i]; }
  absl::Span<const std::int64_t> dims() const { return dims_; }
  std::int64_t elements() const { return elements_; }

  // "[2,17,24]"
  std::string ToString() const;

  friend bool operator==(const Shape& a, const Shape& b) { return a.dims_ == b.dims_; }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  std::vector<std::int64_t> dims_;
  std::int64_t elements_ = 1;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_SHAPE_H_
