// One head with matrices of its own.
#ifndef HEADWISE_ENGINE_ATTENTION_SINGLE_HEAD_H_
#define HEADWISE_ENGINE_ATTENTION_SINGLE_HEAD_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/projection.h"
#include "engine/attention/projection_maker.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Weights of one head, [hd,D], [hd,Dk] and [hv,Dv], row-major; biases or null.
struct SingleHeadWeights {
  const float* query;
  const float* key;
  const float* value;
  const float* query_bias;
  const float* key_bias;
  const float* value_bias;
};

// The first step of the lesson: one W_q, one W_k, one W_v;
//   Q = x W_q^T   K = x W_k^T   V = x W_v^T   Z = softmax(Q K^T * scale + mask) V.
// Projected rows lie as Q [rows,hd], then K [rows,hd], then V [rows,hv]. Immutable; thread-safe.
class SingleHead final : public HeadsForm {
 public:
  // One head of the layer that `spec` describes.
  static absl::StatusOr<std::unique_ptr<SingleHead>> Create(const ProjectionMaker& maker,
                                                            const LayerSpec& spec,
                                                            const SingleHeadWeights& weights);

  std::int64_t ProjectedFloats(std::int64_t rows) const override;
  std::vector<ProjectionTarget> Targets(const ProjectedRows& to, bool cross) const override;
  HeadMatrices Head(int head, const ProjectedRows& from) const override;
  int kv_groups() const override { return 1; }
  int KvGroup(int head) const override { return 0; }
  int KvHead(int kv_group) const override { return 0; }
  bool row_invariant() const override;
  std::int64_t overhang() const override;
  std::int64_t weights_bytes() const override;

 private:
  SingleHead(std::int64_t head_dim, std::int64_t value_dim)
      : head_dim_(head_dim), value_dim_(value_dim) {}

  const std::int64_t head_dim_;
  const std::int64_t value_dim_;
  std::unique_ptr<Projection> query_;
  std::unique_ptr<Projection> key_;
  std::unique_ptr<Projection> value_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_SINGLE_HEAD_H_
