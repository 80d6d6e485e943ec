#include "engine/simd/rotary.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/rotary.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/part_vector-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Pairs {
  FloatVec x;
  FloatVec y;
};

HWY_INLINE Pairs Rotate(FloatVec x, FloatVec y, FloatVec cos, FloatVec sin) {
  return {hn::NegMulAdd(y, sin, hn::Mul(x, cos)), hn::MulAdd(x, sin, hn::Mul(y, cos))};
}

void RotateHalvesImpl(float* values, std::int64_t pairs, const float* cos, const float* sin) {
  const FloatTag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  float* high = values + pairs;
  std::int64_t p = 0;
  for (; p + lanes <= pairs; p += lanes) {
    const Pairs turned = Rotate(hn::LoadU(d, values + p), hn::LoadU(d, high + p),
                                hn::LoadU(d, cos + p), hn::LoadU(d, sin + p));
    hn::StoreU(turned.x, d, values + p);
    hn::StoreU(turned.y, d, high + p);
  }
  if (p == pairs) return;
  const std::int64_t rest = pairs - p;
  const Pairs turned = Rotate(LoadPart(values + p, rest), LoadPart(high + p, rest),
                              LoadPart(cos + p, rest), LoadPart(sin + p, rest));
  StorePart(turned.x, values + p, rest);
  StorePart(turned.y, high + p, rest);
}

void RotateInterleavedImpl(float* values, std::int64_t pairs, const float* cos, const float* sin) {
  const FloatTag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t p = 0;
  for (; p + lanes <= pairs; p += lanes) {
    FloatVec x;
    FloatVec y;
    hn::LoadInterleaved2(d, values + 2 * p, x, y);
    const Pairs turned = Rotate(x, y, hn::LoadU(d, cos + p), hn::LoadU(d, sin + p));
    hn::StoreInterleaved2(turned.x, turned.y, d, values + 2 * p);
  }
  const hn::CappedTag<float, 1> one;
  for (; p < pairs; ++p) {
    // The same operations on one lane, so that a pair's bytes do not depend on its place.
    const auto x = hn::LoadU(one, values + 2 * p);
    const auto y = hn::LoadU(one, values + 2 * p + 1);
    const auto c = hn::LoadU(one, cos + p);
    const auto s = hn::LoadU(one, sin + p);
    hn::StoreU(hn::NegMulAdd(y, s, hn::Mul(x, c)), one, values + 2 * p);
    hn::StoreU(hn::MulAdd(x, s, hn::Mul(y, c)), one, values + 2 * p + 1);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(RotateHalvesImpl);
HWY_EXPORT(RotateInterleavedImpl);

void RotateHalves(float* values, std::int64_t pairs, const float* cos, const float* sin) {
  HWY_DYNAMIC_DISPATCH(RotateHalvesImpl)(values, pairs, cos, sin);
}

void RotateInterleaved(float* values, std::int64_t pairs, const float* cos, const float* sin) {
  HWY_DYNAMIC_DISPATCH(RotateInterleavedImpl)(values, pairs, cos, sin);
}

}  // namespace headwise
#endif  // HWY_ONCE
