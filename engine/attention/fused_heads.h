// All heads at once.
#ifndef HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_
#define HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/projection.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// The third step of the lesson, and what the service runs: one projection gives every head's Q,
// K and V; a head is a stride of the result. Projected rows lie as
// [rows, H*hd of Q | KV*hd of K | KV*hd of V]. Immutable; thread-safe.
class FusedHeads final : public HeadsForm {
 public:
  static absl::StatusOr<std::unique_ptr<FusedHeads>> Create(PlanCache& plans, const LayerSpec& spec,
                                                            const LayerWeights& weights);

  std::int64_t ProjectedFloats(std::int64_t rows) const override;
  std::vector<ProjectionTarget> Targets(float* projected, std::int64_t rows) const override;
  HeadMatrices Head(int head, const float* projected, std::int64_t rows) const override;
  int kv_groups() const override { return static_cast<int>(kv_heads_); }
  int KvGroup(int head) const override { return static_cast<int>(head / (heads_ / kv_heads_)); }
  bool row_invariant() const override { return projection_->row_invariant(); }
  std::int64_t weights_bytes() const override { return projection_->weights_bytes(); }

  // The canonical matrices and biases of queries, keys and values, from the packed ones; exact.
  absl::StatusOr<LayerWeights> Unpack() const;

 private:
  explicit FusedHeads(const LayerSpec& spec)
      : heads_(spec.heads), kv_heads_(spec.kv_heads), head_dim_(spec.head_dim) {}

  std::int64_t query_width() const { return heads_ * head_dim_; }
  std::int64_t kv_width() const { return kv_heads_ * head_dim_; }
  std::int64_t width() const { return query_width() + 2 * kv_width(); }

  const std::int64_t heads_;
  const std::int64_t kv_heads_;
  const std::int64_t head_dim_;
  std::unique_ptr<Projection> projection_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_
