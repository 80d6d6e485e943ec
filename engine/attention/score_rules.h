// How raw scores become what the softmax is of.
#ifndef HEADWISE_ENGINE_ATTENTION_SCORE_RULES_H_
#define HEADWISE_ENGINE_ATTENTION_SCORE_RULES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "engine/attention/attention_request.h"
#include "engine/attention/key_mask.h"
#include "engine/attention/layer_rules.h"
#include "engine/simd/softmax.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// The rules of one task, sequence and head, applied to tiles of raw scores Q K^T in the order that
// LayerSpec tells. Scores stay unscaled ("raw") as long as no rule needs true ones: the scale then
// goes into the exponent, and near ties among huge scores survive. Borrows layer and request.
// Immutable; thread-safe.
class ScoreRules {
 public:
  // `keys` of the sequence count; the rest of the request's keys is hidden.
  ScoreRules(const LayerRules& layer, const AttentionRequest& request, std::int64_t b, int head,
             std::int64_t keys);

  const KeyMask& mask() const { return mask_; }
  // What the scores that Apply leaves must be multiplied by to be true scores; above 0.
  double unit() const { return unit_; }
  // Before the first key.
  SoftmaxState Start() const { return start_; }

  // Turns the visible columns of one row of a tile that starts at key `begin` into scores, hidden
  // ones into -infinity. `added` is room for a tile's width.
  void Apply(std::int64_t query, std::int64_t begin, ColumnRange visible, float* row,
             AlignedBuffer<float>& added) const;

  // True if the request's masks hide a key that the place alone would show.
  bool HiddenByMask(std::int64_t query, std::int64_t key) const;

 private:
  // A mask's plane of this sequence and head; a stride of 0 repeats one row or one value.
  struct Plane {
    const std::byte* data;
    DType dtype;
    MaskMeaning meaning;
    std::int64_t row_stride;  // elements
    std::int64_t key_stride;  // 1 or 0
  };

  static Plane PlaneOf(const AttentionMask& mask, std::int64_t b, int head);
  void ApplyPlane(const Plane& plane, std::int64_t query, std::int64_t begin, ColumnRange visible,
                  float* row, AlignedBuffer<float>& room) const;

  const KeyMask mask_;
  bool raw_;
  double unit_;
  SoftmaxState start_;
  float scale_;        // 1 if raw
  float slope_;        // of ALiBi, in units of the scores; 0: none
  const float* bias_;  // relative bias at distance 0, or null
  float softcap_;      // 0: none
  std::vector<Plane> planes_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_SCORE_RULES_H_
