#include "engine/simd/weight_product.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/weight_product.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/product_step-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {

// Steps of one panel; Weight is the stored type.
template <int kVectors, typename Weight>
class WeightStep {
 public:
  WeightStep(const FloatRows& rows, const PackedWeights& weights, std::int64_t column, float* to,
             std::int64_t to_stride)
      : rows_(rows),
        inner_(weights.inner),
        panel_(reinterpret_cast<const Weight*>(weights.memory) + column * weights.inner),
        bias_(PackedBias(weights) + column),
        scales_(PackedScales(weights) + column),
        filled_(std::min<std::int64_t>(kVectors * Lanes(), weights.columns - column)),
        to_(to + column),
        to_stride_(to_stride) {}

  template <int kRows>
  HWY_INLINE void Run(std::int64_t row) const {
    const FloatTag d;
    const std::ptrdiff_t lanes = Lanes();
    FloatVec sums[kRows][kVectors];
    HEADWISE_UNROLL
    for (int r = 0; r < kRows; ++r) {
      HEADWISE_UNROLL
      for (int v = 0; v < kVectors; ++v) sums[r][v] = hn::Zero(d);
    }
    AddProducts(rows_.row(row), rows_.stride, inner_, panel_, kVectors * lanes, sums);
    // What hangs over the last column goes elsewhere: beside it another worker writes.
    float over[std::int64_t{kRows} * kVectors * kMostLanes];
    const bool whole = filled_ == kVectors * lanes;
    float* const to = whole ? to_ + row * to_stride_ : over;
    const std::ptrdiff_t stride = whole ? to_stride_ : kVectors * kMostLanes;
    HEADWISE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const auto bias = hn::Load(d, bias_ + v * lanes);
      const auto scale = sizeof(Weight) == 1 ? hn::Load(d, scales_ + v * lanes) : hn::Set(d, 1.0f);
      HEADWISE_UNROLL
      for (int r = 0; r < kRows; ++r) {
        const auto sum =
            sizeof(Weight) == 1 ? hn::MulAdd(sums[r][v], scale, bias) : hn::Add(sums[r][v], bias);
        hn::StoreU(sum, d, to + r * stride + v * lanes);
      }
    }
    if (whole) return;
    for (int r = 0; r < kRows; ++r) {
      std::copy_n(over + r * stride, filled_, to_ + (row + r) * to_stride_);
    }
  }

 private:
  const FloatRows rows_;
  const std::int64_t inner_;
  const Weight* const panel_;
  const float* const bias_;
  const float* const scales_;
  const std::int64_t filled_;  // columns
  float* const to_;
  const std::ptrdiff_t to_stride_;
};

template <typename Weight, int kVectors>
HWY_INLINE void WeightPanel(std::int64_t vectors, const FloatRows& rows, std::int64_t count,
                            const PackedWeights& weights, std::int64_t column, float* to,
                            std::int64_t to_stride) {
  if (vectors == kVectors) {
    return OverSteps(count, WeightStep<kVectors, Weight>(rows, weights, column, to, to_stride));
  }
  if constexpr (kVectors > 1) {
    WeightPanel<Weight, kVectors - 1>(vectors, rows, count, weights, column, to, to_stride);
  }
}

template <typename Weight>
void Apply(const FloatRows& rows, std::int64_t count, const PackedWeights& weights, float* to,
           std::int64_t to_stride) {
  for (std::int64_t column = 0; column < weights.columns; column += PanelColumns()) {
    WeightPanel<Weight, kPanelVectors>(VectorsFrom(weights.columns, column), rows, count, weights,
                                       column, to, to_stride);
  }
}

void ApplyWeightsImpl(const FloatRows& rows, std::int64_t count, const PackedWeights& weights,
                      float* to, std::int64_t to_stride) {
  switch (weights.storage) {
    case WeightStorage::kF32:
      return Apply<float>(rows, count, weights, to, to_stride);
    case WeightStorage::kBF16:
      return Apply<std::uint16_t>(rows, count, weights, to, to_stride);
    case WeightStorage::kInt8:
      return Apply<std::int8_t>(rows, count, weights, to, to_stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(ApplyWeightsImpl);

void ApplyWeights(const FloatRows& rows, std::int64_t count, const PackedWeights& weights,
                  float* to, std::int64_t to_stride) {
  HWY_DYNAMIC_DISPATCH(ApplyWeightsImpl)(rows, count, weights, to, to_stride);
}

}  // namespace headwise
#endif  // HWY_ONCE
