#include "client/command/tensor_bridge.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "client/command/names.h"

namespace headwise {
namespace {

v1::DataType MessageType(DType dtype) {
  switch (dtype) {
    case DType::kF32:
      return v1::DATA_TYPE_F32;
    case DType::kF16:
      return v1::DATA_TYPE_F16;
    case DType::kBF16:
      return v1::DATA_TYPE_BF16;
    case DType::kBool:
    case DType::kU8:
      return v1::DATA_TYPE_BOOL;
    case DType::kI32:
      return v1::DATA_TYPE_I32;
    default:
      return v1::DATA_TYPE_UNSPECIFIED;
  }
}

}  // namespace

v1::Tensor MessageOf(const Tensor& tensor) {
  v1::Tensor message;
  message.set_dtype(MessageType(tensor.dtype()));
  const absl::Span<const std::int64_t> dims = tensor.shape().dims();
  message.mutable_shape()->Add(dims.begin(), dims.end());
  message.set_data(tensor.view().data(), static_cast<std::size_t>(tensor.view().bytes()));
  return message;
}

absl::StatusOr<TensorView> ViewOf(const v1::Tensor& tensor) {
  const std::optional<DType> dtype = DTypeFromName(DataTypeText(tensor.dtype()));
  if (!dtype.has_value()) return absl::InvalidArgumentError("dtype: the answer's is unknown");
  absl::StatusOr<Shape> shape = Shape::Create(tensor.shape());
  if (!shape.ok()) return shape.status();
  return TensorView::Create(tensor.data().data(), tensor.data().size(), *dtype, *std::move(shape));
}

}  // namespace headwise
