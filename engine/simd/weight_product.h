// A linear layer with packed weights, in any storage and for any number of rows.
#ifndef HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_
#define HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_

#include <cstddef>
#include <cstdint>

#include "engine/simd/tile_product.h"
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

std::int64_t PackedWeightBytes(WeightStorage storage, std::int64_t inner, std::int64_t columns);

// Packs W [columns,inner] row-major, as nn.Linear stores it, and a bias [columns] or null.
// Thread-safe.
void PackWeights(const float* weights, const float* bias, const PackedWeights& to);

// The weights [columns,inner] that products are made with; exactly those that were packed for kF32.
void UnpackWeights(const PackedWeights& from, float* weights);

// to[r] = rows[r] W^T + b for `count` rows; writes `columns` floats a row. A row's bytes depend on
// no other row: every sum is one chain of multiply-adds in the order of the inputs. Thread-safe.
void ApplyWeights(const FloatRows& rows, std::int64_t count, const PackedWeights& weights,
                  float* to, std::int64_t to_stride);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_
