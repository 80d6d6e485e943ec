#include "engine/simd/weight_packing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/simd/panel_layout.h"
#include "engine/simd/tile_product.h"
#include "engine/tensor/aligned_buffer.h"
#include "engine/tensor/convert.h"

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
  const PanelLayout panels = CurrentPanelLayout();
  for (std::int64_t first = 0; first < columns; first += panels.columns) {
    body(first, std::min(panels.columns, columns - first), panels.Width(columns, first));
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
    const std::vector<float> numbers = Quantized(rows, inner, columns, PackedScales(to) + first);
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

float* PackedBias(const PackedWeights& weights) {
  return reinterpret_cast<float*>(weights.memory +
                                  PanelBytes(weights.storage, weights.inner, weights.columns));
}

float* PackedScales(const PackedWeights& weights) {
  return PackedBias(weights) + PaddedColumns(weights.columns);
}

void PackWeights(const float* weights, const float* bias, const PackedWeights& to) {
  float* const biases = PackedBias(to);
  std::fill_n(biases, PaddedColumns(to.columns), 0.0f);
  if (bias != nullptr) std::copy_n(bias, to.columns, biases);
  if (to.storage == WeightStorage::kF32) {
    return PackByColumns({weights, to.inner}, to.inner, to.columns,
                         reinterpret_cast<float*>(to.memory));
  }
  if (to.storage == WeightStorage::kInt8) {
    float* const scales = PackedScales(to);
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
      const float scale =
          from.storage == WeightStorage::kInt8 ? PackedScales(from)[first + c] : 1.0f;
      for (std::int64_t k = 0; k < from.inner; ++k) {
        weights[(first + c) * from.inner + k] =
            scale * StoredValue(from, first * from.inner + k * width + c);
      }
    }
  });
}

}  // namespace headwise
