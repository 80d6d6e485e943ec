// Conversion between F32 and the narrower floating-point types.
#ifndef HEADWISE_ENGINE_TENSOR_CONVERT_H_
#define HEADWISE_ENGINE_TENSOR_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "engine/tensor/dtype.h"

namespace headwise {

// Widens `count` elements of an attention float type (F32, F16, BF16) to float. Exact. `from`
// needs no alignment and must not overlap `to`. Thread-safe.
void WidenToFloat(DType dtype, const std::byte* from, std::int64_t count, float* to);

// Rounds `count` floats to nearest, ties to even, as IEEE 754 says; overflow gives infinity, a
// NaN stays a NaN. `to` needs no alignment. Thread-safe.
void NarrowFromFloat(DType dtype, const float* from, std::int64_t count, std::byte* to);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_TENSOR_CONVERT_H_
