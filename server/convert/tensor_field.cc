#include "server/convert/tensor_field.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/convert/enums.h"

namespace headwise {
namespace {

absl::StatusOr<Shape> ShapeFromProto(const TensorRule& rule, const v1::Tensor& proto) {
  if (proto.shape_size() < rule.least_rank || proto.shape_size() > rule.most_rank) {
    return absl::InvalidArgumentError(
        absl::StrCat(rule.field, ".shape: expected ", rule.shape, ", got ", proto.shape_size()));
  }
  const std::vector<std::int64_t> dims(proto.shape().begin(), proto.shape().end());
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 1) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(rule.field, ".shape[", i, "]: expected at least 1, got ", dims[i]));
  }
  absl::StatusOr<Shape> shape = Shape::Create(dims);
  if (!shape.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(rule.field, ".shape: ", shape.status().message()));
  }
  return shape;
}

absl::StatusOr<DType> ElementType(const TensorRule& rule, v1::DataType dtype) {
  const std::string field = rule.field + ".dtype";
  return rule.boolean ? BoolFromProto(field, dtype) : DTypeFromProto(field, dtype);
}

}  // namespace

absl::StatusOr<TensorView> TensorFromProto(const TensorRule& rule, const v1::Tensor& proto) {
  absl::StatusOr<DType> dtype = ElementType(rule, proto.dtype());
  if (!dtype.ok()) return dtype.status();
  absl::StatusOr<Shape> shape = ShapeFromProto(rule, proto);
  if (!shape.ok()) return shape.status();
  absl::StatusOr<TensorView> view =
      TensorView::Create(proto.data().data(), proto.data().size(), *dtype, *std::move(shape));
  if (!view.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(rule.field, ".data: ", view.status().message()));
  }
  return view;
}

absl::Status MissingTensor(const TensorRule& rule) {
  return absl::InvalidArgumentError(
      absl::StrCat(rule.field, ": expected a tensor of ", rule.shape, ", got none"));
}

}  // namespace headwise
