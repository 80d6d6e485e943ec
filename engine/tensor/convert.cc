#include "engine/tensor/convert.h"

#include <cstdint>
#include <cstring>

namespace headwise {
namespace {

std::uint32_t Bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

float FromBits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::uint16_t LoadU16(const std::byte* from) {
  std::uint16_t bits;
  std::memcpy(&bits, from, sizeof(bits));
  return bits;
}

float WidenBF16(std::uint16_t bits) { return FromBits(static_cast<std::uint32_t>(bits) << 16); }

std::uint16_t NarrowBF16(float value) {
  const std::uint32_t bits = Bits(value);
  if (value != value) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // quiet NaN
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

// Binary16: 1 sign bit, 5 exponent bits with bias 15, 10 mantissa bits.
float WidenF16(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  const std::uint32_t magnitude = half & 0x7fffu;
  // Without branches, so that a loop over many becomes vector code. The product moves the exponent
  // and gives subnormals their leading bit; it is exact.
  const std::uint32_t not_finite = magnitude >= 0x7c00u ? 0x7f800000u : 0u;
  return FromBits(sign | not_finite | Bits(FromBits(magnitude << 13) * 0x1p112f));
}

std::uint16_t NarrowF16(float value) {
  const std::uint32_t bits = Bits(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;
  if (magnitude >= 0x47800000u) return sign | 0x7c00u;  // 65536 and above, infinity
  if (magnitude < 0x38800000u) {
    // Subnormal in binary16. Adding 0.5 lines the last kept bit up with the last bit of a float
    // in [0.5, 1), so the addition itself rounds to nearest even.
    const float shifted = FromBits(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (Bits(shifted) - Bits(0.5f)));
  }
  magnitude += 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | ((magnitude - ((127u - 15u) << 23)) >> 13));
}

template <float (*kWiden)(std::uint16_t)>
void WidenAll(const std::byte* from, std::int64_t count, float* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = kWiden(LoadU16(from + 2 * i));
}

template <std::uint16_t (*kNarrow)(float)>
void NarrowAll(const float* from, std::int64_t count, std::byte* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint16_t bits = kNarrow(from[i]);
    std::memcpy(to + 2 * i, &bits, sizeof(bits));
  }
}

}  // namespace

void WidenToFloat(DType dtype, const std::byte* from, std::int64_t count, float* to) {
  if (dtype == DType::kF16) return WidenAll<WidenF16>(from, count, to);
  if (dtype == DType::kBF16) return WidenAll<WidenBF16>(from, count, to);
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

void NarrowFromFloat(DType dtype, const float* from, std::int64_t count, std::byte* to) {
  if (dtype == DType::kF16) return NarrowAll<NarrowF16>(from, count, to);
  if (dtype == DType::kBF16) return NarrowAll<NarrowBF16>(from, count, to);
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

}  // namespace headwise
