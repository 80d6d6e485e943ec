#include "engine/attention/score_rules.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "engine/simd/scores.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

bool IsAdded(const AttentionMask& mask) { return mask.meaning == MaskMeaning::kAddedToScores; }

bool UsesBias(const LayerRules& layer, const AttentionRequest& request) {
  return layer.distance_bias != nullptr && request.relative_bias;
}

// A mask that is added is added to true scores: dividing it by the scale could overflow.
bool CanStayRaw(const LayerRules& layer, const AttentionRequest& request) {
  return layer.spec.softcap == 0 && !UsesBias(layer, request) &&
         std::none_of(request.masks.begin(), request.masks.end(), IsAdded);
}

// Places in the request's own padded counts, whatever the lengths.
KeyMask MaskOf(const LayerSpec& spec, const AttentionRequest& request, std::int64_t keys) {
  return KeyMask(request.causal.value_or(spec.causal), spec.window,
                 request.keys() - request.tokens(), keys);
}

}  // namespace

ScoreRules::ScoreRules(const LayerRules& layer, const AttentionRequest& request, std::int64_t b,
                       int head, std::int64_t keys)
    : mask_(MaskOf(layer.spec, request, keys)),
      raw_(CanStayRaw(layer, request)),
      unit_(raw_ ? layer.spec.scale : 1),
      start_(NoKeySeen()),
      scale_(raw_ ? 1 : static_cast<float>(layer.spec.scale)),
      slope_(0),
      bias_(nullptr),
      softcap_(static_cast<float>(layer.spec.softcap)) {
  if (!layer.sinks.empty()) start_ = SinkSeen(static_cast<float>(layer.sinks[head] / unit_));
  if (!layer.spec.alibi_slopes.empty()) {
    slope_ = static_cast<float>(layer.spec.alibi_slopes[head] / unit_);
  }
  if (UsesBias(layer, request)) {
    bias_ = layer.distance_bias->values[head].data() + layer.distance_bias->before;
  }
  for (const AttentionMask& mask : request.masks) planes_.push_back(PlaneOf(mask, b, head));
}

ScoreRules::Plane ScoreRules::PlaneOf(const AttentionMask& mask, std::int64_t b, int head) {
  const Shape& shape = mask.values.shape();
  const std::int64_t of_b = shape.dim(0) == 1 ? 0 : b;
  const std::int64_t of_head = shape.dim(1) == 1 ? 0 : head;
  const std::int64_t first = (of_b * shape.dim(1) + of_head) * shape.dim(2) * shape.dim(3);
  return {mask.values.data() + first * ByteWidth(mask.values.dtype()), mask.values.dtype(),
          mask.meaning, shape.dim(2) == 1 ? 0 : shape.dim(3), shape.dim(3) == 1 ? 0 : 1};
}

void ScoreRules::Apply(std::int64_t query, std::int64_t begin, ColumnRange visible, float* row,
                       AlignedBuffer<float>& added) const {
  if (visible.begin >= visible.end) return;
  const std::int64_t first = begin - mask_.PlaceOf(query);  // distance of column 0
  if (scale_ != 1 || slope_ != 0) {
    ScaleAndSlope(row, visible, scale_, slope_, static_cast<float>(first));
  }
  if (bias_ != nullptr) AddToScores(row, visible, bias_ + first);
  if (softcap_ != 0) Softcap(row, visible, softcap_);
  for (const Plane& plane : planes_) ApplyPlane(plane, query, begin, visible, row, added);
}

void ScoreRules::ApplyPlane(const Plane& plane, std::int64_t query, std::int64_t begin,
                            ColumnRange visible, float* row, AlignedBuffer<float>& room) const {
  const std::int64_t index = query * plane.row_stride + begin * plane.key_stride;
  const std::byte* data = plane.data + index * ByteWidth(plane.dtype);
  if (plane.meaning != MaskMeaning::kAddedToScores) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(data);
    const bool hidden_value = plane.meaning == MaskMeaning::kIgnoreWhereTrue;
    if (plane.key_stride == 1) return HideScores(row, visible, bytes, hidden_value);
    if ((*bytes != 0) == hidden_value)
      std::fill(row + visible.begin, row + visible.end, kHiddenScore);
    return;
  }
  room.EnsureSize(static_cast<std::size_t>(visible.end));
  if (plane.key_stride == 1) {
    WidenToFloat(plane.dtype, data + visible.begin * ByteWidth(plane.dtype),
                 visible.end - visible.begin, room.data() + visible.begin);
  } else {
    WidenToFloat(plane.dtype, data, 1, room.data());
    std::fill(room.data() + visible.begin, room.data() + visible.end, room.data()[0]);
  }
  AddToScores(row, visible, room.data());
}

bool ScoreRules::HiddenByMask(std::int64_t query, std::int64_t key) const {
  for (const Plane& plane : planes_) {
    const std::int64_t index = query * plane.row_stride + key * plane.key_stride;
    const std::byte* data = plane.data + index * ByteWidth(plane.dtype);
    if (plane.meaning == MaskMeaning::kAddedToScores) {
      float value = 0;
      WidenToFloat(plane.dtype, data, 1, &value);
      if (value == kHiddenScore) return true;
      continue;
    }
    const bool is_true = *data != std::byte{0};
    if (is_true == (plane.meaning == MaskMeaning::kIgnoreWhereTrue)) return true;
  }
  return false;
}

}  // namespace headwise
