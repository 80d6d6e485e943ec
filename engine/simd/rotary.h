// The rotation of rotary position embedding (Su et al., 2021, arXiv:2104.09864).
#ifndef HEADWISE_ENGINE_SIMD_ROTARY_H_
#define HEADWISE_ENGINE_SIMD_ROTARY_H_

#include <cstdint>

namespace headwise {

// Rotates pair p of `values` by the angle whose cosine and sine are cos[p] and sin[p], for p in
// 0..pairs-1:
//   (x, y) becomes (x cos - y sin, y cos + x sin).
// Thread-safe.

// Pair p is (values[p], values[p + pairs]).
void RotateHalves(float* values, std::int64_t pairs, const float* cos, const float* sin);

// Pair p is (values[2p], values[2p + 1]).
void RotateInterleaved(float* values, std::int64_t pairs, const float* cos, const float* sin);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_ROTARY_H_
