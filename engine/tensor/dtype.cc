#include "engine/tensor/dtype.h"

#include <array>
#include <cstdint>

namespace headwise {
namespace {

struct Row {
  DType dtype;
  absl::string_view name;
  std::int64_t bytes;
};

// In the order of the enumeration: indexed by its values.
constexpr std::array<Row, 19> kRows = {{
    {DType::kF32, "F32", 4},
    {DType::kF16, "F16", 2},
    {DType::kBF16, "BF16", 2},
    {DType::kF64, "F64", 8},
    {DType::kF8E4M3, "F8_E4M3", 1},
    {DType::kF8E5M2, "F8_E5M2", 1},
    {DType::kF8E8M0, "F8_E8M0", 1},
    {DType::kF8E4M3Fnuz, "F8_E4M3FNUZ", 1},
    {DType::kF8E5M2Fnuz, "F8_E5M2FNUZ", 1},
    {DType::kI8, "I8", 1},
    {DType::kI16, "I16", 2},
    {DType::kI32, "I32", 4},
    {DType::kI64, "I64", 8},
    {DType::kU8, "U8", 1},
    {DType::kU16, "U16", 2},
    {DType::kU32, "U32", 4},
    {DType::kU64, "U64", 8},
    {DType::kBool, "BOOL", 1},
    {DType::kC64, "C64", 8},
}};

const Row& RowOf(DType dtype) { return kRows[static_cast<std::size_t>(dtype)]; }

}  // namespace

std::int64_t ByteWidth(DType dtype) { return RowOf(dtype).bytes; }

absl::string_view DTypeName(DType dtype) { return RowOf(dtype).name; }

std::optional<DType> DTypeFromName(absl::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

bool IsAttentionFloat(DType dtype) {
  return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16;
}

}  // namespace headwise
