// Looks for values that are not numbers.
#ifndef HEADWISE_ENGINE_SIMD_FINITE_H_
#define HEADWISE_ENGINE_SIMD_FINITE_H_

#include <cstddef>
#include <cstdint>

#include "engine/tensor/dtype.h"

namespace headwise {

// Index of the first NaN or infinity among `count` elements of an attention float type, -1 if
// all are finite. `data` needs no alignment. Thread-safe.
std::int64_t FirstNonFinite(DType dtype, const std::byte* data, std::int64_t count);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_FINITE_H_
