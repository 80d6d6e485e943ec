// Views of tensors that somebody else owns.
#ifndef HEADWISE_ENGINE_TENSOR_TENSOR_VIEW_H_
#define HEADWISE_ENGINE_TENSOR_TENSOR_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/shape.h"

namespace headwise {

// Read-only: dtype, shape and the bytes of a dense row-major tensor. Does not own the bytes,
// which must outlive the view. Bytes need no alignment: read elements through
// engine/tensor/convert.h unless AlignedTo says otherwise. A default view has no bytes and
// `present()` is false.
class TensorView {
 public:
  TensorView() = default;

  // INVALID_ARGUMENT unless byte_count is exactly elements * ByteWidth(dtype).
  static absl::StatusOr<TensorView> Create(const void* data, std::size_t byte_count, DType dtype,
                                           Shape shape);

  bool present() const { return data_ != nullptr; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  const std::byte* data() const { return data_; }
  std::int64_t bytes() const { return shape_.elements() * ByteWidth(dtype_); }

  // The same bytes with a leading dimension of 1: [T,D] becomes [1,T,D].
  TensorView AsBatchOfOne() const;

  // The elements as float, or null if the dtype is not F32 or the bytes are not aligned to it.
  const float* AlignedFloats() const;

 private:
  friend class MutableTensorView;
  friend class Tensor;
  TensorView(const std::byte* data, DType dtype, Shape shape)
      : data_(data), dtype_(dtype), shape_(std::move(shape)) {}

  const std::byte* data_ = nullptr;
  DType dtype_ = DType::kF32;
  Shape shape_;
};

// The same for a tensor to be written.
class MutableTensorView {
 public:
  MutableTensorView() = default;

  static absl::StatusOr<MutableTensorView> Create(void* data, std::size_t byte_count, DType dtype,
                                                  Shape shape);

  bool present() const { return data_ != nullptr; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::byte* data() const { return data_; }
  std::int64_t bytes() const { return shape_.elements() * ByteWidth(dtype_); }
  float* AlignedFloats() const;

  TensorView view() const { return TensorView(data_, dtype_, shape_); }

 private:
  friend class Tensor;
  MutableTensorView(std::byte* data, DType dtype, Shape shape)
      : data_(data), dtype_(dtype), shape_(std::move(shape)) {}

  std::byte* data_ = nullptr;
  DType dtype_ = DType::kF32;
  Shape shape_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_TENSOR_VIEW_H_
