#include "engine/simd/finite.h"

#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/finite.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename Bits>
bool HasFullExponent(const std::byte* data, Bits exponent_mask) {
  Bits bits;
  std::memcpy(&bits, data, sizeof(bits));
  return (bits & exponent_mask) == exponent_mask;
}

#if HWY_TARGET == HWY_SCALAR

template <typename Bits>
std::int64_t FiniteBefore(const std::byte*, std::int64_t, Bits) {
  return 0;
}

#else

// How many values from the first on are known to be finite: four vectors at a time are looked at.
template <typename Bits>
HWY_INLINE std::int64_t FiniteBefore(const std::byte* data, std::int64_t count,
                                     Bits exponent_mask) {
  const hn::ScalableTag<Bits> d;
  const hn::Repartition<std::uint8_t, decltype(d)> bytes;
  const auto mask = hn::Set(d, exponent_mask);
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  const auto full = [&](std::int64_t i) HWY_ATTR {
    const auto* from = reinterpret_cast<const std::uint8_t*>(data) + i * std::int64_t{sizeof(Bits)};
    const auto bits = hn::BitCast(d, hn::LoadU(bytes, from));
    return hn::Eq(hn::And(bits, mask), mask);
  };
  std::int64_t i = 0;
  for (; i + 4 * step <= count; i += 4 * step) {
    const auto any =
        hn::Or(hn::Or(full(i), full(i + step)), hn::Or(full(i + 2 * step), full(i + 3 * step)));
    if (!hn::AllFalse(d, any)) break;
  }
  return i;
}

#endif

// All exponent bits set means NaN or infinity.
template <typename Bits>
std::int64_t FirstWithFullExponent(const std::byte* data, std::int64_t count, Bits exponent_mask) {
  for (std::int64_t i = FiniteBefore(data, count, exponent_mask); i < count; ++i) {
    if (HasFullExponent(data + i * std::int64_t{sizeof(Bits)}, exponent_mask)) return i;
  }
  return -1;
}

std::int64_t FirstNonFiniteImpl(DType dtype, const std::byte* data, std::int64_t count) {
  switch (dtype) {
    case DType::kF16:
      return FirstWithFullExponent<std::uint16_t>(data, count, 0x7c00u);
    case DType::kBF16:
      return FirstWithFullExponent<std::uint16_t>(data, count, 0x7f80u);
    default:
      return FirstWithFullExponent<std::uint32_t>(data, count, 0x7f800000u);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(FirstNonFiniteImpl);

std::int64_t FirstNonFinite(DType dtype, const std::byte* data, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(FirstNonFiniteImpl)(dtype, data, count);
}

}  // namespace headwise
#endif  // HWY_ONCE
