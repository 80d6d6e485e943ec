#include "engine/tensor/shape.h"

#include <cstdint>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace headwise {
namespace {

std::string Format(absl::Span<const std::int64_t> dims) {
  return absl::StrCat("[", absl::StrJoin(dims, ","), "]");
}

}  // namespace

absl::StatusOr<Shape> Shape::Create(absl::Span<const std::int64_t> dims) {
  constexpr std::int64_t kMaxElements = std::numeric_limits<std::int64_t>::max() / 8;
  Shape shape;
  bool empty = false;
  for (std::int64_t dim : dims) {
    if (dim < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape ", Format(dims), " has a negative dimension"));
    }
    empty = empty || dim == 0;
  }
  for (std::int64_t dim : dims) {
    shape.dims_.push_back(dim);
    if (empty) continue;
    if (shape.elements_ > kMaxElements / dim) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape ", Format(dims), " has more elements than can be addressed"));
    }
    shape.elements_ *= dim;
  }
  if (empty) shape.elements_ = 0;
  return shape;
}

std::string Shape::ToString() const { return Format(dims_); }

}  // namespace headwise
