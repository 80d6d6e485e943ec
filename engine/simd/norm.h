// Normalisation of a head's values, in parts that can be summed over several heads.
#ifndef HEADWISE_ENGINE_SIMD_NORM_H_
#define HEADWISE_ENGINE_SIMD_NORM_H_

#include <cstdint>

namespace headwise {

// Thread-safe, all of them.

// Sum of `count` values.
double SumOf(const float* values, std::int64_t count);

// Sum of (value - mean)^2.
double SumOfSquares(const float* values, std::int64_t count, float mean);

// values[i] = (values[i] - mean) * inverse * weight[i] (+ offset[i] unless null)
void ApplyNorm(float* values, std::int64_t count, float mean, float inverse, const float* weight,
               const float* offset);

// Keeps values within +-limit; NaN stays NaN.
void Clip(float* values, std::int64_t count, float limit);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_NORM_H_
