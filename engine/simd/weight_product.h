// A linear layer with packed weights, in any storage and for any number of rows.
#ifndef HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_
#define HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_

#include <cstdint>

#include "engine/simd/tile_product.h"
#include "engine/simd/weight_packing.h"

namespace headwise {

// to[r] = rows[r] W^T + b for `count` rows; writes `columns` floats a row. A row's bytes depend on
// no other row: every sum is one chain of multiply-adds in the order of the inputs. Thread-safe.
void ApplyWeights(const FloatRows& rows, std::int64_t count, const PackedWeights& weights,
                  float* to, std::int64_t to_stride);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_WEIGHT_PRODUCT_H_
