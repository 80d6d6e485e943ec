// The inner loop of all matrix products, for sources that are compiled once per instruction set.
#if defined(HEADWISE_ENGINE_SIMD_PRODUCT_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADWISE_ENGINE_SIMD_PRODUCT_STEP_INL_H_
#undef HEADWISE_ENGINE_SIMD_PRODUCT_STEP_INL_H_
#else
#define HEADWISE_ENGINE_SIMD_PRODUCT_STEP_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/simd/part_vector-inl.h"
#include "hwy/highway.h"

// Before a loop that must not remain one.
#ifndef HEADWISE_UNROLL
#if defined(__clang__)
#define HEADWISE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define HEADWISE_UNROLL _Pragma("GCC unroll 8")
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Vectors of a panel and rows of a step: accumulators, a row of the panel and a broadcast value
// fit into the registers, of which AVX-512 and NEON have 32, the others 16.
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM
constexpr int kPanelVectors = 4;
#else
constexpr int kPanelVectors = 2;
#endif
constexpr int kStepRows = 6;

HWY_INLINE std::int64_t Lanes() { return static_cast<std::int64_t>(hn::Lanes(FloatTag())); }
HWY_INLINE std::int64_t PanelColumns() { return kPanelVectors * Lanes(); }

// Vectors that hold a matrix's columns from `column` on, at most a panel's.
HWY_INLINE std::int64_t VectorsFrom(std::int64_t columns, std::int64_t column) {
  return std::min<std::int64_t>((columns - column + Lanes() - 1) / Lanes(), kPanelVectors);
}

HWY_INLINE FloatVec LoadWeights(const float* from) { return hn::Load(FloatTag(), from); }

// Bits of bfloat16 are the upper half of a float's.
HWY_INLINE FloatVec LoadWeights(const std::uint16_t* from) {
  const hn::Rebind<std::uint16_t, FloatTag> narrow;
  const hn::Rebind<std::uint32_t, FloatTag> wide;
  const auto bits = hn::PromoteTo(wide, hn::Load(narrow, from));
  return hn::BitCast(FloatTag(), hn::ShiftLeft<16>(bits));
}

HWY_INLINE FloatVec LoadWeights(const std::int8_t* from) {
  const hn::Rebind<std::int8_t, FloatTag> narrow;
  const hn::Rebind<std::int32_t, FloatTag> wide;
  return hn::ConvertTo(FloatTag(), hn::PromoteTo(wide, hn::Load(narrow, from)));
}

// sums[r][v] += from[r * stride + k] * panel[k * width + v] for k in 0..count-1, one multiply-add
// after the other; `width` counts floats. Loops over rows and vectors are unrolled, so that the
// arrays become registers.
template <int kRows, int kVectors, typename Weight>
HWY_INLINE void AddProducts(const float* HWY_RESTRICT from, std::ptrdiff_t stride,
                            std::ptrdiff_t count, const Weight* HWY_RESTRICT panel,
                            std::ptrdiff_t width, FloatVec (&sums)[kRows][kVectors]) {
  const FloatTag d;
  const std::ptrdiff_t lanes = Lanes();
  for (std::ptrdiff_t k = 0; k < count; ++k, panel += width) {
    FloatVec values[kVectors];
    HEADWISE_UNROLL
    for (int v = 0; v < kVectors; ++v) values[v] = LoadWeights(panel + v * lanes);
    HEADWISE_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const auto weight = hn::Set(d, from[r * stride + k]);
      HEADWISE_UNROLL
      for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::MulAdd(weight, values[v], sums[r][v]);
    }
  }
}

// Cuts `count` rows into steps of at most kStepRows: step.Run<rows>(first row).
template <typename Step>
HWY_INLINE void OverSteps(std::int64_t count, const Step& step) {
  std::int64_t row = 0;
  for (; row + kStepRows <= count; row += kStepRows) step.template Run<kStepRows>(row);
  if (count - row >= 4) {
    step.template Run<4>(row);
    row += 4;
  }
  if (count - row >= 2) {
    step.template Run<2>(row);
    row += 2;
  }
  if (count > row) step.template Run<1>(row);
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#endif  // HEADWISE_ENGINE_SIMD_PRODUCT_STEP_INL_H_
