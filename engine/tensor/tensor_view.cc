#include "engine/tensor/tensor_view.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

// Views of empty tensors still count as present.
std::byte empty_tensor_bytes[1];

absl::Status CheckByteCount(std::size_t byte_count, DType dtype, const Shape& shape) {
  const auto expected =
      static_cast<std::uint64_t>(shape.elements()) * static_cast<std::uint64_t>(ByteWidth(dtype));
  if (expected == byte_count) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("expected ", expected, " bytes for ",
                                                 DTypeName(dtype), " ", shape.ToString(), ", got ",
                                                 byte_count));
}

template <typename FloatPointer, typename BytePointer>
FloatPointer AsAlignedFloats(BytePointer data, DType dtype) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(data) % alignof(float) == 0;
  return dtype == DType::kF32 && aligned ? reinterpret_cast<FloatPointer>(data) : nullptr;
}

}  // namespace

absl::StatusOr<TensorView> TensorView::Create(const void* data, std::size_t byte_count, DType dtype,
                                              Shape shape) {
  if (absl::Status status = CheckByteCount(byte_count, dtype, shape); !status.ok()) return status;
  if (data == nullptr || byte_count == 0) data = empty_tensor_bytes;
  return TensorView(static_cast<const std::byte*>(data), dtype, std::move(shape));
}

TensorView TensorView::AsBatchOfOne() const {
  std::vector<std::int64_t> dims = {1};
  dims.insert(dims.end(), shape_.dims().begin(), shape_.dims().end());
  return TensorView(data_, dtype_, *Shape::Create(dims));  // a factor of 1 cannot overflow
}

const float* TensorView::AlignedFloats() const {
  return AsAlignedFloats<const float*>(data_, dtype_);
}

absl::StatusOr<MutableTensorView> MutableTensorView::Create(void* data, std::size_t byte_count,
                                                            DType dtype, Shape shape) {
  if (absl::Status status = CheckByteCount(byte_count, dtype, shape); !status.ok()) return status;
  if (data == nullptr || byte_count == 0) data = empty_tensor_bytes;
  return MutableTensorView(static_cast<std::byte*>(data), dtype, std::move(shape));
}

float* MutableTensorView::AlignedFloats() const { return AsAlignedFloats<float*>(data_, dtype_); }

}  // namespace headwise
