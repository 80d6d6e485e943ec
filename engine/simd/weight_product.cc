#include "engine/simd/weight_product.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/tensor/aligned_buffer.h"
#include "engine/tensor/convert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/weight_product.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/product_step-inl.h"
#include "hwy/highway.h"

#ifndef HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_PARTS_
#define HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_PARTS_

namespace headwise {
namespace {

std::int64_t WeightBytes(WeightStorage storage) {
  switch (storage) {
    case WeightStorage::kInt8:
      return 1;
    case WeightStorage::kBF16:
      return 2;
    case WeightStorage::kF32:
      break;
  }
  return 4;
}

// The weights' part of the memory, a whole number of cache lines.
std::int64_t PanelBytes(WeightStorage storage, std::int64_t inner, std::int64_t columns) {
  constexpr std::int64_t kLine = 64;
  const std::int64_t bytes = PackedFloats(inner, columns) * WeightBytes(storage);
  return (bytes + kLine - 1) / kLine * kLine;
}

// Both [PaddedColumns(columns)].
float* BiasOf(const PackedWeights& weights) {
  return reinterpret_cast<float*>(weights.memory +
                                  PanelBytes(weights.storage, weights.inner, weights.columns));
}
float* ScalesOf(const PackedWeights& weights) {
  return BiasOf(weights) + PaddedColumns(weights.columns);
}

}  // namespace
}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_PARTS_

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
        bias_(BiasOf(weights) + column),
        scales_(ScalesOf(weights) + column),
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

std::int64_t PanelColumnsImpl() { return PanelColumns(); }
std::int64_t PanelWidthImpl(std::int64_t columns, std::int64_t column) {
  return VectorsFrom(columns, column) * Lanes();
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(ApplyWeightsImpl);
HWY_EXPORT(PanelColumnsImpl);
HWY_EXPORT(PanelWidthImpl);

namespace {

constexpr float kLargestInt8 = 127;

// Scale of one output's weights, so that the largest becomes 127.
float ScaleOf(const float* row, std::int64_t inner) {
  float largest = 0;
  for (std::int64_t k = 0; k < inner; ++k) largest = std::max(largest, std::abs(row[k]));
  return largest / kLargestInt8;
}

// One panel as floats to its stored type.
void Narrow(const float* panel, std::int64_t count, std::uint16_t* to) {
  NarrowFromFloat(DType::kBF16, panel, count, reinterpret_cast<std::byte*>(to));
}

// The weights of some columns, each divided by its scale and rounded.
std::vector<float> Quantized(const float* rows, std::int64_t inner, std::int64_t columns,
                             const float* scales) {
  std::vector<float> result(static_cast<std::size_t>(inner * columns));
  for (std::int64_t c = 0; c < columns; ++c) {
    if (scales[c] == 0) continue;  // too small for any step
    for (std::int64_t k = 0; k < inner; ++k) {
      const float value = std::nearbyint(rows[c * inner + k] / scales[c]);
      result[c * inner + k] = std::clamp(value, -kLargestInt8, kLargestInt8);
    }
  }
  return result;
}

// Calls body(first column, columns, width) for each panel; `width` counts the columns it is filled
// up to.
template <typename Body>
void OverPanels(std::int64_t columns, Body body) {
  const std::int64_t step = HWY_DYNAMIC_DISPATCH(PanelColumnsImpl)();
  for (std::int64_t first = 0; first < columns; first += step) {
    body(first, std::min(step, columns - first),
         HWY_DYNAMIC_DISPATCH(PanelWidthImpl)(columns, first));
  }
}

void PackNarrow(const float* weights, const PackedWeights& to) {
  const std::int64_t inner = to.inner;
  AlignedBuffer<float> panel;
  OverPanels(to.columns, [&](std::int64_t first, std::int64_t columns, std::int64_t width) {
    panel.EnsureSize(static_cast<std::size_t>(PackedFloats(inner, columns)));
    const float* rows = weights + first * inner;
    const std::int64_t count = inner * width;
    if (to.storage == WeightStorage::kBF16) {
      PackByColumns({rows, inner}, inner, columns, panel.data());
      auto* const place = reinterpret_cast<std::uint16_t*>(to.memory) + first * inner;
      return Narrow(panel.data(), count, place);
    }
    const std::vector<float> numbers = Quantized(rows, inner, columns, ScalesOf(to) + first);
    PackByColumns({numbers.data(), inner}, inner, columns, panel.data());
    std::transform(panel.data(), panel.data() + count,
                   reinterpret_cast<std::int8_t*>(to.memory) + first * inner,
                   [](float value) { return static_cast<std::int8_t>(value); });
  });
}

// The index-th stored weight, without its scale.
float StoredValue(const PackedWeights& from, std::int64_t index) {
  switch (from.storage) {
    case WeightStorage::kInt8:
      return reinterpret_cast<const std::int8_t*>(from.memory)[index];
    case WeightStorage::kBF16: {
      float value = 0;
      WidenToFloat(DType::kBF16, from.memory + 2 * index, 1, &value);
      return value;
    }
    case WeightStorage::kF32:
      break;
  }
  return reinterpret_cast<const float*>(from.memory)[index];
}

}  // namespace

std::int64_t PackedWeightBytes(WeightStorage storage, std::int64_t inner, std::int64_t columns) {
  const std::int64_t rows = storage == WeightStorage::kInt8 ? 2 : 1;  // bias and scales
  return PanelBytes(storage, inner, columns) +
         rows * PaddedColumns(columns) * std::int64_t{sizeof(float)};
}

void PackWeights(const float* weights, const float* bias, const PackedWeights& to) {
  float* const biases = BiasOf(to);
  std::fill_n(biases, PaddedColumns(to.columns), 0.0f);
  if (bias != nullptr) std::copy_n(bias, to.columns, biases);
  if (to.storage == WeightStorage::kF32) {
    return PackByColumns({weights, to.inner}, to.inner, to.columns,
                         reinterpret_cast<float*>(to.memory));
  }
  if (to.storage == WeightStorage::kInt8) {
    float* const scales = ScalesOf(to);
    std::fill_n(scales, PaddedColumns(to.columns), 0.0f);
    for (std::int64_t c = 0; c < to.columns; ++c) {
      scales[c] = ScaleOf(weights + c * to.inner, to.inner);
    }
  }
  PackNarrow(weights, to);
}

void UnpackWeights(const PackedWeights& from, float* weights) {
  OverPanels(from.columns, [&](std::int64_t first, std::int64_t columns, std::int64_t width) {
    for (std::int64_t c = 0; c < columns; ++c) {
      const float scale = from.storage == WeightStorage::kInt8 ? ScalesOf(from)[first + c] : 1.0f;
      for (std::int64_t k = 0; k < from.inner; ++k) {
        weights[(first + c) * from.inner + k] =
            scale * StoredValue(from, first * from.inner + k * width + c);
      }
    }
  });
}

void ApplyWeights(const FloatRows& rows, std::int64_t count, const PackedWeights& weights,
                  float* to, std::int64_t to_stride) {
  HWY_DYNAMIC_DISPATCH(ApplyWeightsImpl)(rows, count, weights, to, to_stride);
}

}  // namespace headwise
#endif  // HWY_ONCE
