#include "engine/attention/single_head.h"

#include <cstdint>
#include <utility>

namespace headwise {

absl::StatusOr<std::unique_ptr<SingleHead>> SingleHead::Create(PlanCache& plans,
                                                               std::int64_t d_model,
                                                               std::int64_t head_dim,
                                                               const SingleHeadWeights& weights) {
  auto head = std::unique_ptr<SingleHead>(new SingleHead(head_dim));
  auto make = [&](const float* matrix, const float* bias, std::unique_ptr<Projection>& to) {
    auto made = Projection::Create(plans, d_model, head_dim, head_dim, matrix, bias);
    if (made.ok()) to = *std::move(made);
    return made.status();
  };
  absl::Status status = make(weights.query, weights.query_bias, head->query_);
  if (status.ok()) status = make(weights.key, weights.key_bias, head->key_);
  if (status.ok()) status = make(weights.value, weights.value_bias, head->value_);
  if (!status.ok()) return status;
  return head;
}

std::int64_t SingleHead::ProjectedFloats(std::int64_t rows) const { return 3 * rows * head_dim_; }

std::vector<ProjectionTarget> SingleHead::Targets(float* projected, std::int64_t rows) const {
  const std::int64_t matrix = rows * head_dim_;
  return {TargetAt(*query_, projected, head_dim_), TargetAt(*key_, projected + matrix, head_dim_),
          TargetAt(*value_, projected + 2 * matrix, head_dim_)};
}

HeadMatrices SingleHead::Head(int head, const float* projected, std::int64_t rows) const {
  const std::int64_t matrix = rows * head_dim_;
  return {
      {projected, head_dim_}, {projected + matrix, head_dim_}, {projected + 2 * matrix, head_dim_}};
}

bool SingleHead::row_invariant() const {
  return query_->row_invariant() && key_->row_invariant() && value_->row_invariant();
}

std::int64_t SingleHead::weights_bytes() const {
  return query_->weights_bytes() + key_->weights_bytes() + value_->weights_bytes();
}

}  // namespace headwise
