#include "engine/tensor/tensor.h"

#include <utility>

namespace headwise {

Tensor::Tensor(DType dtype, Shape shape)
    : present_(true),
      dtype_(dtype),
      shape_(std::move(shape)),
      // At least one byte, so that the view of an empty tensor is present.
      bytes_(static_cast<std::size_t>(shape_.elements() * ByteWidth(dtype)) + 1) {}

TensorView Tensor::view() const {
  return present_ ? TensorView(bytes_.data(), dtype_, shape_) : TensorView();
}

MutableTensorView Tensor::mutable_view() {
  return present_ ? MutableTensorView(bytes_.data(), dtype_, shape_) : MutableTensorView();
}

const float* Tensor::floats() const { return present_ ? view().AlignedFloats() : nullptr; }

float* Tensor::floats() { return present_ ? mutable_view().AlignedFloats() : nullptr; }

}  // namespace headwise
