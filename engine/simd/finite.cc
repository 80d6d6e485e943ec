#include "engine/simd/finite.h"

#include <cstdint>
#include <cstring>

namespace headwise {
namespace {

// All exponent bits set means NaN or infinity.
template <typename Bits>
std::int64_t FirstWithFullExponent(const std::byte* data, std::int64_t count, Bits exponent_mask) {
  // Whole blocks are scanned without branches, so that the compiler can use vectors.
  constexpr std::int64_t kBlock = 1024;
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    const std::int64_t size = count - begin < kBlock ? count - begin : kBlock;
    Bits block[kBlock];
    std::memcpy(block, data + begin * sizeof(Bits), size * sizeof(Bits));
    Bits found = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      found |= static_cast<Bits>((block[i] & exponent_mask) == exponent_mask);
    }
    if (found == 0) continue;
    for (std::int64_t i = 0; i < size; ++i) {
      if ((block[i] & exponent_mask) == exponent_mask) return begin + i;
    }
  }
  return -1;
}

}  // namespace

std::int64_t FirstNonFinite(DType dtype, const std::byte* data, std::int64_t count) {
  switch (dtype) {
    case DType::kF16:
      return FirstWithFullExponent<std::uint16_t>(data, count, 0x7c00u);
    case DType::kBF16:
      return FirstWithFullExponent<std::uint16_t>(data, count, 0x7f80u);
    default:
      return FirstWithFullExponent<std::uint32_t>(data, count, 0x7f800000u);
  }
}

}  // namespace headwise
