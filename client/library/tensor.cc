#include "client/library/tensor.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace headwise {
namespace {

float FloatFromBits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

float WidenBf16(std::uint16_t bits) { return FloatFromBits(std::uint32_t{bits} << 16); }

float WidenF16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  if (exponent == 31) return FloatFromBits(sign | 0x7f800000u | (fraction << 13));
  if (exponent == 0) {  // zero or subnormal
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  return FloatFromBits(sign | ((exponent + 112) << 23) | (fraction << 13));
}

template <float (*kWiden)(std::uint16_t)>
void WidenAll(const std::string& bytes, std::vector<float>* values) {
  for (std::size_t i = 0; i < values->size(); ++i) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes.data() + 2 * i, sizeof(bits));
    (*values)[i] = kWiden(bits);
  }
}

template <typename T>
absl::StatusOr<v1::Tensor> Make(v1::DataType dtype, absl::Span<const std::int64_t> shape,
                                absl::Span<const T> values) {
  const absl::StatusOr<std::int64_t> count = ElementCount(shape);
  if (!count.ok()) return count.status();
  if (*count != static_cast<std::int64_t>(values.size())) {
    return absl::InvalidArgumentError(absl::StrCat("values: expected ", *count, " for shape ",
                                                   ShapeText(shape), ", got ", values.size()));
  }
  v1::Tensor tensor;
  tensor.set_dtype(dtype);
  tensor.mutable_shape()->Add(shape.begin(), shape.end());
  tensor.set_data(values.data(), values.size() * sizeof(T));
  return tensor;
}

absl::Status WrongType(absl::string_view expected, v1::DataType dtype) {
  const std::string& name = v1::DataType_Name(dtype);
  return absl::InvalidArgumentError(
      absl::StrCat("dtype: expected ", expected, ", got ",
                   name.empty() ? absl::StrCat("number ", static_cast<int>(dtype)) : name));
}

// The number of elements. INVALID_ARGUMENT unless the bytes are exactly theirs.
absl::StatusOr<std::int64_t> CheckBytes(const v1::Tensor& tensor) {
  const absl::StatusOr<std::int64_t> count = ElementCount(tensor.shape());
  if (!count.ok()) return count.status();
  const std::int64_t bytes = *count * ElementBytes(tensor.dtype());
  if (bytes != static_cast<std::int64_t>(tensor.data().size())) {
    return absl::InvalidArgumentError(absl::StrCat("data: expected ", bytes, " bytes for shape ",
                                                   ShapeText(tensor.shape()), ", got ",
                                                   tensor.data().size()));
  }
  return count;
}

}  // namespace

std::string ShapeText(absl::Span<const std::int64_t> shape) {
  return absl::StrCat("[", absl::StrJoin(shape, ","), "]");
}

std::int64_t ElementBytes(v1::DataType dtype) {
  switch (dtype) {
    case v1::DATA_TYPE_F32:
    case v1::DATA_TYPE_I32:
      return 4;
    case v1::DATA_TYPE_F16:
    case v1::DATA_TYPE_BF16:
      return 2;
    case v1::DATA_TYPE_BOOL:
      return 1;
    default:
      return 0;
  }
}

absl::StatusOr<std::int64_t> ElementCount(absl::Span<const std::int64_t> shape) {
  std::int64_t count = 1;
  for (std::int64_t dim : shape) {
    if (dim < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape: expected no negative dimension, got ", ShapeText(shape)));
    }
    // Eight bytes an element must stay countable.
    if (dim > 0 && count > std::numeric_limits<std::int64_t>::max() / 8 / dim) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape: ", ShapeText(shape), " has more elements than can be counted"));
    }
    count *= dim;
  }
  return count;
}

absl::StatusOr<v1::Tensor> MakeTensor(absl::Span<const std::int64_t> shape,
                                      absl::Span<const float> values) {
  return Make(v1::DATA_TYPE_F32, shape, values);
}

absl::StatusOr<v1::Tensor> MakeBoolTensor(absl::Span<const std::int64_t> shape,
                                          absl::Span<const std::uint8_t> values) {
  return Make(v1::DATA_TYPE_BOOL, shape, values);
}

absl::StatusOr<std::vector<float>> FloatsOf(const v1::Tensor& tensor) {
  const v1::DataType dtype = tensor.dtype();
  if (dtype != v1::DATA_TYPE_F32 && dtype != v1::DATA_TYPE_F16 && dtype != v1::DATA_TYPE_BF16) {
    return WrongType("F32, F16 or BF16", dtype);
  }
  const absl::StatusOr<std::int64_t> count = CheckBytes(tensor);
  if (!count.ok()) return count.status();
  std::vector<float> values(static_cast<std::size_t>(*count));
  if (dtype == v1::DATA_TYPE_F16) {
    WidenAll<WidenF16>(tensor.data(), &values);
  } else if (dtype == v1::DATA_TYPE_BF16) {
    WidenAll<WidenBf16>(tensor.data(), &values);
  } else if (!values.empty()) {
    std::memcpy(values.data(), tensor.data().data(), tensor.data().size());
  }
  return values;
}

absl::StatusOr<std::vector<std::int32_t>> IntegersOf(const v1::Tensor& tensor) {
  if (tensor.dtype() != v1::DATA_TYPE_I32) return WrongType("I32", tensor.dtype());
  const absl::StatusOr<std::int64_t> count = CheckBytes(tensor);
  if (!count.ok()) return count.status();
  std::vector<std::int32_t> values(static_cast<std::size_t>(*count));
  if (!values.empty()) {
    std::memcpy(values.data(), tensor.data().data(), tensor.data().size());
  }
  return values;
}

}  // namespace headwise
