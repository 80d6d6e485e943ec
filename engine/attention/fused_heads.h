// All heads from one projection.
#ifndef HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_
#define HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/projection.h"
#include "engine/attention/projection_maker.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// The third step of the lesson, and what the service runs: one projection gives every head's Q,
// K and V; a head is a stride of the result. Projected rows lie as
// [rows, H*hd of Q | KV*hd of K | KV*hv of V]. Where keys or values are made from another width
// than queries, each of the three has a projection of its own. Immutable; thread-safe.
class FusedHeads final : public HeadsForm {
 public:
  static absl::StatusOr<std::unique_ptr<FusedHeads>> Create(const ProjectionMaker& maker,
                                                            const LayerSpec& spec,
                                                            const LayerWeights& weights);

  std::int64_t ProjectedFloats(std::int64_t rows) const override { return rows * width_; }
  std::vector<ProjectionTarget> Targets(const ProjectedRows& to, bool cross) const override;
  HeadMatrices Head(int head, const ProjectedRows& from) const override;
  int kv_groups() const override { return static_cast<int>(kv_heads_); }
  int KvGroup(int head) const override { return static_cast<int>(head / (heads_ / kv_heads_)); }
  int KvHead(int kv_group) const override { return kv_group; }
  bool row_invariant() const override;
  std::int64_t overhang() const override;
  std::int64_t weights_bytes() const override;

  // The canonical matrices and biases of queries, keys and values, from the packed ones; exact.
  absl::StatusOr<LayerWeights> Unpack() const;

 private:
  explicit FusedHeads(const LayerSpec& spec);

  absl::Status PackTogether(const ProjectionMaker& maker, const LayerSpec& spec,
                            const LayerWeights& weights);
  absl::Status PackApart(const ProjectionMaker& maker, const LayerSpec& spec,
                         const LayerWeights& weights);
  ProjectionTarget TargetOf(int part, const ProjectedRows& to, Operand operand) const;

  const std::int64_t heads_;
  const std::int64_t kv_heads_;
  const std::int64_t head_dim_;
  const std::int64_t value_dim_;
  const std::int64_t width_;
  // First columns of Q, K and V, and the end.
  const std::int64_t columns_[4];
  // One for all parts, or one each for Q, K and V.
  std::vector<std::unique_ptr<Projection>> projections_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_FUSED_HEADS_H_
