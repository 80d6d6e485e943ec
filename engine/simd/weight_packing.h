// The memory of a linear layer's packed weights.
#ifndef HEADWISE_ENGINE_SIMD_WEIGHT_PACKING_H_
#define HEADWISE_ENGINE_SIMD_WEIGHT_PACKING_H_

#include <cstddef>
#include <cstdint>

#include "engine/tensor/weight_options.h"

namespace headwise {

// Where a packed matrix lies: weights, a scale for each column (int8 alone) and a bias, as
// PackWeights leaves them.
struct PackedWeights {
  WeightStorage storage = WeightStorage::kF32;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
  std::byte* memory = nullptr;  // [PackedWeightBytes], aligned to 64 bytes
};

// Both [PaddedColumns(columns)]; scales of int8 weights alone.
float* PackedBias(const PackedWeights& weights);
float* PackedScales(const PackedWeights& weights);

std::int64_t PackedWeightBytes(WeightStorage storage, std::int64_t inner, std::int64_t columns);

// Packs W [columns,inner] row-major, as nn.Linear stores it, and a bias [columns] or null.
// Thread-safe.
void PackWeights(const float* weights, const float* bias, const PackedWeights& to);

// The weights [columns,inner] that products are made with; exactly those that were packed for kF32.
void UnpackWeights(const PackedWeights& from, float* weights);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_WEIGHT_PACKING_H_
