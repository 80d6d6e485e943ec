#include "client/command/npy.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/command/npy_header.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr absl::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMostHeaderBytes = 1 << 20;

absl::Status Bad(absl::string_view text) { return absl::InvalidArgumentError(text); }

std::size_t LittleEndian(absl::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

// Splits a file into header text and data.
absl::Status Split(absl::string_view bytes, absl::string_view* header, absl::string_view* data) {
  if (!IsNpy(bytes)) return Bad("expected a .npy file that starts with \\x93NUMPY");
  if (bytes.size() < 8) return Bad("the .npy file is cut short: no version");
  const int major = bytes[6];
  if (major < 1 || major > 3) {
    return Bad(absl::StrCat("expected .npy version 1 to 3, got ", major));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = 8 + length_bytes;
  if (bytes.size() < start) return Bad("the .npy file is cut short: no header length");
  const std::size_t length = LittleEndian(bytes.substr(8, length_bytes));
  if (length > kMostHeaderBytes || length > bytes.size() - start) {
    return Bad(absl::StrCat("the .npy file is cut short: its header has ", length,
                            " bytes, the file only ", bytes.size()));
  }
  *header = bytes.substr(start, length);
  *data = bytes.substr(start + length);
  return absl::OkStatus();
}

absl::StatusOr<DType> DTypeOf(absl::string_view descr) {
  if (descr == "<f4") return DType::kF32;
  if (descr == "<f2") return DType::kF16;
  if (descr == "<f8") return DType::kF64;
  if (descr == "<i4") return DType::kI32;
  if (descr == "<i8") return DType::kI64;
  if (descr == "|u1") return DType::kU8;
  if (descr == "|b1") return DType::kBool;
  return Bad(absl::StrCat("expected numbers of type <f4, <f2, <f8, <i4, <i8, |u1 or |b1, got '",
                          Printable(descr), "'; save the array as x.astype('<f4')"));
}

// Copies elements from Fortran order, in which the first dimension varies fastest, to C order.
void ReorderFortran(const Shape& shape, std::int64_t width, const char* from, std::byte* to) {
  std::vector<std::int64_t> at(static_cast<std::size_t>(shape.rank()));
  for (std::int64_t i = 0; i < shape.elements(); ++i) {
    std::int64_t source = 0;
    for (int d = shape.rank(); d-- > 0;) source = source * shape.dim(d) + at[d];
    std::memcpy(to + i * width, from + source * width, static_cast<std::size_t>(width));
    for (int d = shape.rank(); d-- > 0;) {
      if (++at[d] < shape.dim(d)) break;
      at[d] = 0;
    }
  }
}

}  // namespace

bool IsNpy(absl::string_view bytes) { return absl::StartsWith(bytes, kMagic); }

absl::StatusOr<Tensor> TensorFromNpy(absl::string_view bytes) {
  absl::string_view text;
  absl::string_view data;
  if (absl::Status status = Split(bytes, &text, &data); !status.ok()) return status;
  const absl::StatusOr<NpyHeader> header = ParseNpyHeader(text);
  if (!header.ok()) return header.status();
  const absl::StatusOr<DType> dtype = DTypeOf(header->descr);
  if (!dtype.ok()) return dtype.status();
  absl::StatusOr<Shape> shape = Shape::Create(header->shape);
  if (!shape.ok()) return shape.status();
  if (shape->rank() > 4) {
    return Bad(absl::StrCat("expected at most four dimensions, got ", shape->ToString()));
  }
  const std::int64_t width = ByteWidth(*dtype);
  if (static_cast<std::int64_t>(data.size()) != shape->elements() * width) {
    return Bad(absl::StrCat("expected ", shape->elements() * width, " bytes of data for ",
                            shape->ToString(), " of ", header->descr, ", got ", data.size()));
  }
  Tensor tensor(*dtype, *std::move(shape));
  if (header->fortran_order) {
    ReorderFortran(tensor.shape(), width, data.data(), tensor.mutable_view().data());
  } else if (!data.empty()) {
    std::memcpy(tensor.mutable_view().data(), data.data(), data.size());
  }
  return tensor;
}

}  // namespace headwise
