// Steps from raw scores Q K^T to what the softmax is of.
#ifndef HEADWISE_ENGINE_SIMD_SCORES_H_
#define HEADWISE_ENGINE_SIMD_SCORES_H_

#include <cstdint>

#include "engine/simd/softmax.h"

namespace headwise {

// All of these change the columns of `visible` in one row of scores and leave the others alone.
// Thread-safe.

// score = score * scale + slope * (first + column)
void ScaleAndSlope(float* row, ColumnRange visible, float scale, float slope, float first);

// score = cap * tanh(score / cap)
void Softcap(float* row, ColumnRange visible, float cap);

// score += values[column]; where that is -infinity, the score is -infinity whatever it was. The
// sum of two finite numbers stays finite.
void AddToScores(float* row, ColumnRange visible, const float* values);

// score = -infinity where (values[column] != 0) == hidden_value.
void HideScores(float* row, ColumnRange visible, const std::uint8_t* values, bool hidden_value);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_SCORES_H_
