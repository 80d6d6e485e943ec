#include "engine/simd/row_statistics.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/row_statistics.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/part_vector-inl.h"
#include "hwy/highway.h"
//
#include "hwy/contrib/math/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void AddToRowSumsImpl(const float* probabilities, std::int64_t count, float first_distance,
                      RowSums& sums) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // 0 ln 0 is 0, and ln of the smallest normal number is finite.
  const auto smallest = hn::Set(d, std::numeric_limits<float>::min());
  auto entropy = hn::Zero(d);
  auto largest = hn::Zero(d);
  auto distance = hn::Zero(d);
  for (std::int64_t i = 0; i < count; i += lanes) {
    const std::int64_t here = std::min(lanes, count - i);
    const auto p = LoadPart(probabilities + i, here);
    entropy = hn::NegMulAdd(p, hn::Log(d, hn::Max(p, smallest)), entropy);
    largest = hn::Max(largest, p);
    const auto column = hn::Add(hn::Set(d, static_cast<float>(i)), hn::Iota(d, 0));
    distance = hn::MulAdd(p, hn::Abs(hn::Sub(hn::Set(d, first_distance), column)), distance);
  }
  sums.entropy += hn::GetLane(hn::SumOfLanes(d, entropy));
  sums.largest = std::max<double>(sums.largest, hn::GetLane(hn::MaxOfLanes(d, largest)));
  sums.distance += hn::GetLane(hn::SumOfLanes(d, distance));
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(AddToRowSumsImpl);

void AddToRowSums(const float* probabilities, std::int64_t count, float first_distance,
                  RowSums& sums) {
  HWY_DYNAMIC_DISPATCH(AddToRowSumsImpl)(probabilities, count, first_distance, sums);
}

}  // namespace headwise
#endif  // HWY_ONCE
