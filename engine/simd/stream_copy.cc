#include "engine/simd/stream_copy.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/stream_copy.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void StreamRowsImpl(const FloatRows& from, std::int64_t rows, std::int64_t columns, float* to) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t r = 0; r < rows; ++r, to += columns) {
    const float* row = from.row(r);
    for (std::int64_t c = 0; c < columns; c += lanes) hn::Stream(hn::LoadU(d, row + c), d, to + c);
  }
  // Such stores do not wait their turn: without it another thread may see what follows them first.
  hwy::FlushStream();
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(StreamRowsImpl);

void StreamRows(const FloatRows& from, std::int64_t rows, std::int64_t columns, std::byte* to) {
  constexpr std::int64_t kLine = 64;
  const std::int64_t row_bytes = columns * std::int64_t{sizeof(float)};
  if (reinterpret_cast<std::uintptr_t>(to) % kLine == 0 && row_bytes % kLine == 0) {
    HWY_DYNAMIC_DISPATCH(StreamRowsImpl)(from, rows, columns, reinterpret_cast<float*>(to));
    return;
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    std::memcpy(to + r * row_bytes, from.row(r), static_cast<std::size_t>(row_bytes));
  }
}

}  // namespace headwise
#endif  // HWY_ONCE
