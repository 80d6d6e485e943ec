// The softmax over tiles of keys, one tile after the other, as FlashAttention does it
// (Dao et al., 2022, arXiv:2205.14135; the running maximum and sum are Milakov and Gimelshein's,
// 2018, arXiv:1805.02867).
#ifndef HEADWISE_ENGINE_SIMD_SOFTMAX_H_
#define HEADWISE_ENGINE_SIMD_SOFTMAX_H_

#include <cstdint>
#include <limits>

namespace headwise {

// The score of a key that is not seen.
constexpr float kHiddenScore = -std::numeric_limits<float>::infinity();

// The keys of a tile that a query sees: columns begin..end-1. begin == end: none.
struct ColumnRange {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

// What a query row carries from tile to tile. Starts with no key seen.
struct SoftmaxState {
  float max;  // largest raw score so far; kHiddenScore before the first
  float sum;  // sum over seen keys of exp2((score - max) * log2_scale)
};

// A state before the first key.
SoftmaxState NoKeySeen();

// A state before the first key of a head with a sink, a score that takes part without a value.
inline SoftmaxState SinkSeen(float sink) { return {sink, 1}; }

// One tile of raw scores Q K^T: `rows` rows, `stride` floats apart.
struct ScoreTile {
  float* scores;
  std::int32_t rows;
  std::int32_t stride;
  ColumnRange columns;         // holds what every row sees
  const ColumnRange* visible;  // [rows]
};

// Takes a tile in: replaces every visible score s by exp2((s - max) * log2_scale), every other
// one of `columns` by 0, and updates `states`. Writes to `rescale` [rows] the factor by which
// whatever was summed up with earlier weights must be multiplied (1 where the maximum did not
// move).
//
// log2_scale is the scale of the scores times log2(e), and must be positive. The difference of
// two scores is taken before scaling, so near ties among huge scores survive. A hidden score has
// weight 0, as if it were not visible. A NaN score makes its row NaN. Thread-safe.
void StreamSoftmax(const ScoreTile& tile, float log2_scale, SoftmaxState* states, float* rescale);

// Replaces visible scores by probabilities, exp2((s - max) * log2_scale) / sum with the final
// state of each row, and the others of `columns` by 0. A row that saw no key becomes 0.
// Thread-safe.
void Probabilities(const ScoreTile& tile, float log2_scale, const SoftmaxState* states);

// row[i] *= factor for i in 0..count-1. Thread-safe.
void Scale(float* row, std::int64_t count, float factor);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_SOFTMAX_H_
