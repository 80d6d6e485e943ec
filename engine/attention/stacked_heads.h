// Several independent heads.
#ifndef HEADWISE_ENGINE_ATTENTION_STACKED_HEADS_H_
#define HEADWISE_ENGINE_ATTENTION_STACKED_HEADS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/projection_maker.h"
#include "engine/attention/single_head.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// The second step of the lesson: H single heads, each with its own W_q, W_k and W_v, each giving
// its Z_h; the merge concatenates Z_1..Z_H. Simple and obviously right, so it is also what the
// fused form is tested against. Heads that share a kv head in the checkpoint get copies of its
// matrices. Projected rows lie head after head. Immutable; thread-safe.
class StackedHeads final : public HeadsForm {
 public:
  static absl::StatusOr<std::unique_ptr<StackedHeads>> Create(const ProjectionMaker& maker,
                                                              const LayerSpec& spec,
                                                              const LayerWeights& weights);

  std::int64_t ProjectedFloats(std::int64_t rows) const override;
  std::vector<ProjectionTarget> Targets(const ProjectedRows& to, bool cross) const override;
  HeadMatrices Head(int head, const ProjectedRows& from) const override;
  int kv_groups() const override { return static_cast<int>(heads_.size()); }
  int KvGroup(int head) const override { return head; }
  int KvHead(int kv_group) const override { return kv_group / heads_per_kv_head_; }
  bool row_invariant() const override;
  std::int64_t overhang() const override;
  std::int64_t weights_bytes() const override;

 private:
  explicit StackedHeads(int heads_per_kv_head) : heads_per_kv_head_(heads_per_kv_head) {}

  // Where head `head` lies.
  ProjectedRows Of(int head, const ProjectedRows& rows) const;

  const int heads_per_kv_head_;
  std::vector<std::unique_ptr<SingleHead>> heads_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_STACKED_HEADS_H_
