// A tensor that owns its bytes.
#ifndef HEADWISE_ENGINE_TENSOR_TENSOR_H_
#define HEADWISE_ENGINE_TENSOR_TENSOR_H_

#include <cstddef>

#include "engine/tensor/aligned_buffer.h"
#include "engine/tensor/dtype.h"
#include "engine/tensor/shape.h"
#include "engine/tensor/tensor_view.h"

namespace headwise {

// Move-only; the bytes are aligned to 64 and start uninitialised. A default Tensor is absent.
// Thread-compatible. Throws std::bad_alloc when memory is short.
class Tensor {
 public:
  Tensor() = default;
  Tensor(DType dtype, Shape shape);

  bool present() const { return present_; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }

  // Absent views of an absent tensor. Valid while the tensor lives and is not moved from.
  TensorView view() const;
  MutableTensorView mutable_view();

  // The elements of an F32 tensor; null for any other dtype and for an absent tensor.
  const float* floats() const;
  float* floats();

 private:
  bool present_ = false;
  DType dtype_ = DType::kF32;
  Shape shape_;
  AlignedBuffer<std::byte> bytes_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_TENSOR_H_
