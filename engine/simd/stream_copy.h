// Copies that leave the caches alone.
#ifndef HEADWISE_ENGINE_SIMD_STREAM_COPY_H_
#define HEADWISE_ENGINE_SIMD_STREAM_COPY_H_

#include <cstddef>
#include <cstdint>

#include "engine/simd/tile_product.h"

namespace headwise {

// Copies `rows` rows of `columns` floats side by side to `to`, past the caches if `to` and the rows
// are made of whole cache lines: for more than the caches hold, which is neither fetched before nor
// pushes out what is still needed. Other threads may read it as after any other copy. `to` needs no
// alignment and must not overlap `from`. Thread-safe.
void StreamRows(const FloatRows& from, std::int64_t rows, std::int64_t columns, std::byte* to);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_STREAM_COPY_H_
