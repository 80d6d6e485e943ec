#include "client/command/tensor_kinds.h"

#include <cmath>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

absl::Status Expected(absl::string_view what, DType came) {
  return absl::InvalidArgumentError(absl::StrCat("expected ", what, ", got ", DTypeName(came)));
}

template <typename T>
std::vector<std::int64_t> Widen(const Tensor& tensor) {
  std::vector<std::int64_t> values;
  const std::byte* from = tensor.view().data();
  for (std::int64_t i = 0; i < tensor.shape().elements(); ++i) {
    T value;
    std::memcpy(&value, from + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    values.push_back(static_cast<std::int64_t>(value));
  }
  return values;
}

}  // namespace

absl::StatusOr<Tensor> ToAttentionFloat(Tensor tensor) {
  if (IsAttentionFloat(tensor.dtype())) return tensor;
  if (tensor.dtype() != DType::kF64) return Expected("F32, F16, BF16 or F64", tensor.dtype());
  Tensor narrow(DType::kF32, tensor.shape());
  const std::byte* from = tensor.view().data();
  for (std::int64_t i = 0; i < tensor.shape().elements(); ++i) {
    double value;
    std::memcpy(&value, from + i * 8, sizeof(value));
    narrow.floats()[i] = static_cast<float>(value);
    if (std::isfinite(value) && !std::isfinite(narrow.floats()[i])) {
      return absl::InvalidArgumentError(
          absl::StrCat("element ", i, " is ", value, ", beyond what F32 holds"));
    }
  }
  return narrow;
}

absl::StatusOr<Tensor> ToF32(Tensor tensor) {
  absl::StatusOr<Tensor> floats = ToAttentionFloat(std::move(tensor));
  if (!floats.ok() || floats->dtype() == DType::kF32) return floats;
  Tensor wide(DType::kF32, floats->shape());
  WidenToFloat(floats->dtype(), floats->view().data(), wide.shape().elements(), wide.floats());
  return wide;
}

absl::StatusOr<Tensor> ToMaskValues(Tensor tensor) {
  const DType dtype = tensor.dtype();
  if (dtype == DType::kBool || dtype == DType::kU8) return tensor;
  if (!IsAttentionFloat(dtype) && dtype != DType::kF64) {
    return Expected("BOOL, U8, F32, F16, BF16 or F64", dtype);
  }
  return ToAttentionFloat(std::move(tensor));
}

absl::StatusOr<std::vector<std::int64_t>> ToIntegers(const Tensor& tensor) {
  switch (tensor.dtype()) {
    case DType::kI32:
      return Widen<std::int32_t>(tensor);
    case DType::kI64:
      return Widen<std::int64_t>(tensor);
    case DType::kU8:
      return Widen<std::uint8_t>(tensor);
    case DType::kU32:
      return Widen<std::uint32_t>(tensor);
    default:
      return Expected("I32, I64, U8 or U32", tensor.dtype());
  }
}

}  // namespace headwise
