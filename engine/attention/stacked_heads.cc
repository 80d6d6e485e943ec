#include "engine/attention/stacked_heads.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headwise {
namespace {

const float* BiasOf(const std::vector<float>& bias, std::int64_t head, std::int64_t head_dim) {
  return bias.empty() ? nullptr : bias.data() + head * head_dim;
}

// Head h's rows of the layer's matrices.
SingleHeadWeights WeightsOf(const LayerSpec& spec, const LayerWeights& weights, std::int64_t head) {
  const std::int64_t kv_head = head / (spec.heads / spec.kv_heads);
  const std::int64_t matrix = spec.head_dim * spec.d_model;
  return {weights.query.data() + head * matrix,
          weights.key.data() + kv_head * matrix,
          weights.value.data() + kv_head * matrix,
          BiasOf(weights.query_bias, head, spec.head_dim),
          BiasOf(weights.key_bias, kv_head, spec.head_dim),
          BiasOf(weights.value_bias, kv_head, spec.head_dim)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<StackedHeads>> StackedHeads::Create(PlanCache& plans,
                                                                   const LayerSpec& spec,
                                                                   const LayerWeights& weights) {
  auto stacked = std::unique_ptr<StackedHeads>(new StackedHeads());
  for (std::int64_t head = 0; head < spec.heads; ++head) {
    auto single =
        SingleHead::Create(plans, spec.d_model, spec.head_dim, WeightsOf(spec, weights, head));
    if (!single.ok()) return single.status();
    stacked->heads_.push_back(*std::move(single));
  }
  return stacked;
}

std::int64_t StackedHeads::ProjectedFloats(std::int64_t rows) const {
  return static_cast<std::int64_t>(heads_.size()) * heads_.front()->ProjectedFloats(rows);
}

std::vector<ProjectionTarget> StackedHeads::Targets(float* projected, std::int64_t rows) const {
  std::vector<ProjectionTarget> targets;
  for (const std::unique_ptr<SingleHead>& head : heads_) {
    const std::vector<ProjectionTarget> own = head->Targets(projected, rows);
    targets.insert(targets.end(), own.begin(), own.end());
    projected += head->ProjectedFloats(rows);
  }
  return targets;
}

HeadMatrices StackedHeads::Head(int head, const float* projected, std::int64_t rows) const {
  return heads_[head]->Head(0, projected + head * heads_[head]->ProjectedFloats(rows), rows);
}

bool StackedHeads::row_invariant() const {
  return std::all_of(heads_.begin(), heads_.end(),
                     [](const auto& head) { return head->row_invariant(); });
}

std::int64_t StackedHeads::weights_bytes() const {
  std::int64_t bytes = 0;
  for (const std::unique_ptr<SingleHead>& head : heads_) bytes += head->weights_bytes();
  return bytes;
}

}  // namespace headwise
