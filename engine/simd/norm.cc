#include "engine/simd/norm.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/norm.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/part_vector-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls step(offset, lanes); lanes is short in the tail.
template <typename Step>
HWY_INLINE void OverValues(std::int64_t count, Step step) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(FloatTag()));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) step(i, lanes);
  if (i < count) step(i, count - i);
}

double SumOfImpl(const float* values, std::int64_t count) {
  const FloatTag d;
  auto sum = hn::Zero(d);
  OverValues(count, [&](std::int64_t i, std::int64_t lanes)
                        HWY_ATTR { sum = hn::Add(sum, LoadPart(values + i, lanes)); });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

double SumOfSquaresImpl(const float* values, std::int64_t count, float mean) {
  const FloatTag d;
  const auto mean_v = hn::Set(d, mean);
  auto sum = hn::Zero(d);
  OverValues(count, [&](std::int64_t i, std::int64_t lanes) HWY_ATTR {
    const auto all = static_cast<std::int64_t>(hn::Lanes(d));
    auto off = hn::Sub(LoadPart(values + i, lanes), mean_v);
    if (lanes != all) {
      off = hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(lanes)), off);
    }
    sum = hn::MulAdd(off, off, sum);
  });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

void ApplyNormImpl(float* values, std::int64_t count, float mean, float inverse,
                   const float* weight, const float* offset) {
  const FloatTag d;
  const auto mean_v = hn::Set(d, mean);
  const auto inverse_v = hn::Set(d, inverse);
  OverValues(count, [&](std::int64_t i, std::int64_t lanes) HWY_ATTR {
    const auto normal = hn::Mul(hn::Sub(LoadPart(values + i, lanes), mean_v), inverse_v);
    auto result = hn::Mul(normal, LoadPart(weight + i, lanes));
    if (offset != nullptr) result = hn::Add(result, LoadPart(offset + i, lanes));
    StorePart(result, values + i, lanes);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(SumOfImpl);
HWY_EXPORT(SumOfSquaresImpl);
HWY_EXPORT(ApplyNormImpl);

double SumOf(const float* values, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(SumOfImpl)(values, count);
}

double SumOfSquares(const float* values, std::int64_t count, float mean) {
  return HWY_DYNAMIC_DISPATCH(SumOfSquaresImpl)(values, count, mean);
}

void ApplyNorm(float* values, std::int64_t count, float mean, float inverse, const float* weight,
               const float* offset) {
  HWY_DYNAMIC_DISPATCH(ApplyNormImpl)(values, count, mean, inverse, weight, offset);
}

void Clip(float* values, std::int64_t count, float limit) {
  // A comparison with NaN is false, so NaN passes.
  for (std::int64_t i = 0; i < count; ++i) {
    if (values[i] > limit) values[i] = limit;
    if (values[i] < -limit) values[i] = -limit;
  }
}

}  // namespace headwise
#endif  // HWY_ONCE
