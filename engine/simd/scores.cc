#include "engine/simd/scores.h"

#include <cmath>
#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/simd/scores.cc"
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

using ByteTag = hn::Rebind<std::uint8_t, FloatTag>;
using IntTag = hn::RebindToSigned<FloatTag>;

constexpr float kLargest = std::numeric_limits<float>::max();

// Replaces scores by step(scores, column) vector by vector; a short tail goes through a copy.
template <typename Step>
HWY_INLINE void OverColumns(float* row, ColumnRange visible, Step step) {
  const FloatTag d;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(d));
  std::int32_t i = visible.begin;
  for (; i + lanes <= visible.end; i += lanes) {
    hn::StoreU(step(hn::LoadU(d, row + i), i, lanes), d, row + i);
  }
  if (i >= visible.end) return;
  const std::int32_t rest = visible.end - i;
  StorePart(step(LoadPart(row + i, rest), i, rest), row + i, rest);
}

void ScaleAndSlopeImpl(float* row, ColumnRange visible, float scale, float slope, float first) {
  const FloatTag d;
  const auto scale_v = hn::Set(d, scale);
  const auto slope_v = hn::Set(d, slope);
  const auto places = hn::Iota(d, 0);
  OverColumns(row, visible, [&](FloatVec score, std::int32_t column, std::int32_t) HWY_ATTR {
    // Distances are whole numbers, exact in float up to 2^24.
    const auto distance = hn::Add(hn::Set(d, first + static_cast<float>(column)), places);
    return hn::MulAdd(score, scale_v, hn::Mul(slope_v, distance));
  });
}

void SoftcapImpl(float* row, ColumnRange visible, float cap) {
  const FloatTag d;
  const auto cap_v = hn::Set(d, cap);
  const auto inverse = hn::Set(d, 1 / cap);
  OverColumns(row, visible, [&](FloatVec score, std::int32_t, std::int32_t) HWY_ATTR {
    return hn::Mul(cap_v, hn::Tanh(d, hn::Mul(score, inverse)));
  });
}

// a + b, kept finite where both are: finite values hide no key, however many are added.
HWY_INLINE FloatVec AddFinite(FloatVec a, FloatVec b) {
  const FloatTag d;
  const auto infinity = hn::Set(d, -kHiddenScore);
  const auto sum = hn::Add(a, b);
  const auto both = hn::And(hn::Lt(hn::Abs(a), infinity), hn::Lt(hn::Abs(b), infinity));
  const auto too_far = hn::And(both, hn::Eq(hn::Abs(sum), infinity));
  return hn::IfThenElse(too_far, hn::CopySign(hn::Set(d, kLargest), sum), sum);
}

void AddToScoresImpl(float* row, ColumnRange visible, const float* values) {
  const FloatTag d;
  const auto hidden = hn::Set(d, kHiddenScore);
  OverColumns(row, visible, [&](FloatVec score, std::int32_t column, std::int32_t count) HWY_ATTR {
    const auto added = LoadPart(values + column, count);
    return hn::IfThenElse(hn::Eq(added, hidden), hidden, AddFinite(score, added));
  });
}

// `count` bytes; the missing lanes are 0.
HWY_INLINE hn::Vec<ByteTag> LoadBytes(const std::uint8_t* from, std::int32_t count) {
  const ByteTag d8;
  if (count == static_cast<std::int32_t>(hn::Lanes(d8))) return hn::LoadU(d8, from);
  HWY_ALIGN std::uint8_t bytes[HWY_MAX_BYTES] = {};
  for (std::int32_t i = 0; i < count; ++i) bytes[i] = from[i];
  return hn::Load(d8, bytes);
}

void HideScoresImpl(float* row, ColumnRange visible, const std::uint8_t* values,
                    bool hidden_value) {
  const FloatTag d;
  const IntTag di;
  const auto hidden = hn::Set(d, kHiddenScore);
  OverColumns(row, visible, [&](FloatVec score, std::int32_t column, std::int32_t count) HWY_ATTR {
    const auto wide = hn::PromoteTo(di, LoadBytes(values + column, count));
    const auto is_false = hn::RebindMask(d, hn::Eq(wide, hn::Zero(di)));
    return hidden_value ? hn::IfThenElse(is_false, score, hidden)
                        : hn::IfThenElse(is_false, hidden, score);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace headwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace headwise {

HWY_EXPORT(ScaleAndSlopeImpl);
HWY_EXPORT(SoftcapImpl);
HWY_EXPORT(AddToScoresImpl);
HWY_EXPORT(HideScoresImpl);

void ScaleAndSlope(float* row, ColumnRange visible, float scale, float slope, float first) {
  HWY_DYNAMIC_DISPATCH(ScaleAndSlopeImpl)(row, visible, scale, slope, first);
}

void Softcap(float* row, ColumnRange visible, float cap) {
  HWY_DYNAMIC_DISPATCH(SoftcapImpl)(row, visible, cap);
}

void AddToScores(float* row, ColumnRange visible, const float* values) {
  HWY_DYNAMIC_DISPATCH(AddToScoresImpl)(row, visible, values);
}

void HideScores(float* row, ColumnRange visible, const std::uint8_t* values, bool hidden_value) {
  HWY_DYNAMIC_DISPATCH(HideScoresImpl)(row, visible, values, hidden_value);
}

}  // namespace headwise
#endif  // HWY_ONCE
