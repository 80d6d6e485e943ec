// Vectors of which only the first lanes are in memory, for sources that are compiled once per
// instruction set.
#if defined(HEADWISE_ENGINE_SIMD_PART_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADWISE_ENGINE_SIMD_PART_VECTOR_INL_H_
#undef HEADWISE_ENGINE_SIMD_PART_VECTOR_INL_H_
#else
#define HEADWISE_ENGINE_SIMD_PART_VECTOR_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using FloatVec = hn::Vec<FloatTag>;

// AVX2 and AVX-512 have masked loads and stores. Elsewhere Highway's read, and may write, the whole
// vector, aligned, so the lanes go by way of a buffer.
#if HWY_TARGET <= HWY_AVX2 && HWY_ARCH_X86
constexpr bool kMasksMemory = true;
#else
constexpr bool kMasksMemory = false;
#endif

// The first `count` lanes from `from`, zeros in the others.
HWY_INLINE FloatVec LoadPart(const float* from, std::int64_t count) {
  const FloatTag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count == lanes) return hn::LoadU(d, from);
  if (kMasksMemory) {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(count)), d, from);
  }
  HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
  for (std::int64_t i = 0; i < std::min(count, lanes); ++i) buffer[i] = from[i];
  return hn::Load(d, buffer);
}

HWY_INLINE void StorePart(FloatVec v, float* to, std::int64_t count) {
  const FloatTag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count == lanes) return hn::StoreU(v, d, to);
  if (kMasksMemory) {
    return hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(count)), d, to);
  }
  HWY_ALIGN float buffer[hn::MaxLanes(d)];
  hn::Store(v, d, buffer);
  for (std::int64_t i = 0; i < std::min(count, lanes); ++i) to[i] = buffer[i];
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#endif  // HEADWISE_ENGINE_SIMD_PART_VECTOR_INL_H_
