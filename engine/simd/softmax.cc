#include "engine/simd/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/softmax.cc"
#include "hwy/foreach_target.h"  // compiles this file once per instruction set

// After it, as Highway asks.
#include "engine/simd/part_vector-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace headwise {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using IntTag = hn::RebindToSigned<FloatTag>;

// 2^x for x <= 0, within 2 units in the last place; 0 below 2^-126, NaN for NaN. Splits x into
// an integer n and f in [-1/2, 1/2]; 2^f = 1 + f g(f) with g interpolated at six Chebyshev
// nodes, which is off by less than 1e-8.
HWY_INLINE FloatVec Exp2(FloatVec x) {
  const FloatTag d;
  const IntTag di;
  // Near 1.5 * 2^23 floats are integers: the sum rounds x, and its low bits hold n.
  const auto shift = hn::Set(d, 12582912.0f);
  const auto shifted = hn::Add(x, shift);
  const auto f = hn::Sub(x, hn::Sub(shifted, shift));
  auto p = hn::Set(d, 1.545316336e-04f);
  p = hn::MulAdd(p, f, hn::Set(d, 1.339086331e-03f));
  p = hn::MulAdd(p, f, hn::Set(d, 9.618083015e-03f));
  p = hn::MulAdd(p, f, hn::Set(d, 5.550356954e-02f));
  p = hn::MulAdd(p, f, hn::Set(d, 2.402265072e-01f));
  p = hn::MulAdd(p, f, hn::Set(d, 6.931471825e-01f));
  p = hn::MulAdd(p, f, hn::Set(d, 1.0f));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  const auto power = hn::BitCast(d, hn::Add(hn::BitCast(di, p), exponent));
  // A comparison with NaN is false, so NaN stays.
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -126.0f)), power);
}

// `count` scores, the missing lanes hidden.
HWY_INLINE FloatVec LoadScores(const float* from, std::int32_t count) {
  const FloatTag d;
  const auto present = hn::FirstN(d, static_cast<std::size_t>(count));
  return hn::IfThenElse(present, LoadPart(from, count), hn::Set(d, kHiddenScore));
}

HWY_INLINE float RowMax(const float* row, ColumnRange visible) {
  const FloatTag d;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  // Four at a time: one alone would wait for itself.
  FloatVec a = hn::Set(d, kHiddenScore);
  FloatVec b = a;
  FloatVec c = a;
  FloatVec e = a;
  std::ptrdiff_t i = visible.begin;
  for (; i + 4 * lanes <= visible.end; i += 4 * lanes) {
    a = hn::Max(a, hn::LoadU(d, row + i));
    b = hn::Max(b, hn::LoadU(d, row + i + lanes));
    c = hn::Max(c, hn::LoadU(d, row + i + 2 * lanes));
    e = hn::Max(e, hn::LoadU(d, row + i + 3 * lanes));
  }
  for (; i + lanes <= visible.end; i += lanes) a = hn::Max(a, hn::LoadU(d, row + i));
  const auto rest = static_cast<std::int32_t>(visible.end - i);
  if (rest > 0) b = hn::Max(b, LoadScores(row + i, rest));
  return hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(a, b), hn::Max(c, e))));
}

// Replaces scores by exp2((s - max) * log2_scale) and returns their sum.
HWY_INLINE float ExpRow(float* row, ColumnRange visible, float max, float log2_scale) {
  const FloatTag d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  const auto max_v = hn::Set(d, max);
  const auto scale_v = hn::Set(d, log2_scale);
  const auto weight = [&](FloatVec score)
                          HWY_ATTR { return Exp2(hn::Mul(hn::Sub(score, max_v), scale_v)); };
  auto sum = hn::Zero(d);
  auto sum_of_odd = hn::Zero(d);
  std::int32_t i = visible.begin;
  for (; i + 2 * lanes <= visible.end; i += 2 * lanes) {
    const auto even = weight(hn::LoadU(d, row + i));
    const auto odd = weight(hn::LoadU(d, row + i + lanes));
    sum = hn::Add(sum, even);
    sum_of_odd = hn::Add(sum_of_odd, odd);
    hn::StoreU(even, d, row + i);
    hn::StoreU(odd, d, row + i + lanes);
  }
  for (; i < visible.end; i += lanes) {
    const std::int32_t count = std::min(lanes, visible.end - i);
    const auto last = weight(LoadScores(row + i, count));
    sum = hn::Add(sum, last);
    StorePart(last, row + i, count);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(sum, sum_of_odd)));
}

HWY_INLINE void ZeroHidden(float* row, ColumnRange visible, ColumnRange columns) {
  std::fill(row + columns.begin, row + std::max(columns.begin, visible.begin), 0.0f);
  std::fill(row + std::max(columns.begin, visible.end), row + columns.end, 0.0f);
}

void ScaleImpl(float* row, std::int64_t count, float factor) {
  const FloatTag d;
  const std::int64_t lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto factor_v = hn::Set(d, factor);
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(hn::Mul(hn::LoadU(d, row + i), factor_v), d, row + i);
  }
  for (; i < count; ++i) row[i] *= factor;
}

// Takes a tile's largest score into the state; returns the factor for what was summed up before.
HWY_INLINE float Raise(SoftmaxState& state, float tile_max, float log2_scale) {
  float rescale = 1;
  if (tile_max > state.max) {
    if (state.sum != 0) rescale = std::exp2((state.max - tile_max) * log2_scale);
    state.max = tile_max;
    state.sum *= rescale;
  }
  return rescale;
}

// First the maxima of all rows, then all weights: a row alone would wait for its own maximum.
void StreamSoftmaxImpl(const ScoreTile& tile, float log2_scale, SoftmaxState* states,
                       float* rescale) {
  const auto row = [&](std::int32_t r) {
    return tile.scores + static_cast<std::int64_t>(r) * tile.stride;
  };
  for (std::int32_t r = 0; r < tile.rows; ++r) {
    rescale[r] = Raise(states[r], RowMax(row(r), tile.visible[r]), log2_scale);
  }
  for (std::int32_t r = 0; r < tile.rows; ++r) {
    ZeroHidden(row(r), tile.visible[r], tile.columns);
    // No score above -infinity so far: any other reference gives them weight 0.
    const float max = states[r].max == kHiddenScore ? 0 : states[r].max;
    states[r].sum += ExpRow(row(r), tile.visible[r], max, log2_scale);
  }
}

void ProbabilitiesImpl(const ScoreTile& tile, float log2_scale, const SoftmaxState* states) {
  for (std::int32_t r = 0; r < tile.rows; ++r) {
    float* row = tile.scores + static_cast<std::int64_t>(r) * tile.stride;
    const ColumnRange visible = states[r].sum == 0 ? ColumnRange{} : tile.visible[r];
    ZeroHidden(row, visible, tile.columns);
    ExpRow(row, visible, states[r].max, log2_scale);
    ScaleImpl(row + visible.begin, visible.end - visible.begin, 1 / states[r].sum);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(StreamSoftmaxImpl);
HWY_EXPORT(ProbabilitiesImpl);
HWY_EXPORT(ScaleImpl);

SoftmaxState NoKeySeen() { return {kHiddenScore, 0}; }

void StreamSoftmax(const ScoreTile& tile, float log2_scale, SoftmaxState* states, float* rescale) {
  HWY_DYNAMIC_DISPATCH(StreamSoftmaxImpl)(tile, log2_scale, states, rescale);
}

void Probabilities(const ScoreTile& tile, float log2_scale, const SoftmaxState* states) {
  HWY_DYNAMIC_DISPATCH(ProbabilitiesImpl)(tile, log2_scale, states);
}

void Scale(float* row, std::int64_t count, float factor) {
  HWY_DYNAMIC_DISPATCH(ScaleImpl)(row, count, factor);
}

}  // namespace headwise
#endif  // HWY_ONCE
