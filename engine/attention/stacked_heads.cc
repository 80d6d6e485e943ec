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
  const std::int64_t hd = spec.head_dim;
  const std::int64_t hv = spec.value_head_dim();
  return {weights.query.data() + head * hd * spec.d_model,
          weights.key.data() + kv_head * hd * spec.key_input_width(),
          weights.value.data() + kv_head * hv * spec.value_input_width(),
          BiasOf(weights.query_bias, head, hd),
          BiasOf(weights.key_bias, kv_head, hd),
          BiasOf(weights.value_bias, kv_head, hv)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<StackedHeads>> StackedHeads::Create(const ProjectionMaker& maker,
                                                                   const LayerSpec& spec,
                                                                   const LayerWeights& weights) {
  auto stacked =
      std::unique_ptr<StackedHeads>(new StackedHeads(static_cast<int>(spec.heads / spec.kv_heads)));
  for (std::int64_t head = 0; head < spec.heads; ++head) {
    auto single = SingleHead::Create(maker, spec, WeightsOf(spec, weights, head));
    if (!single.ok()) return single.status();
    stacked->heads_.push_back(*std::move(single));
  }
  return stacked;
}

std::int64_t StackedHeads::ProjectedFloats(std::int64_t rows) const {
  return static_cast<std::int64_t>(heads_.size()) * heads_.front()->ProjectedFloats(rows);
}

ProjectedRows StackedHeads::Of(int head, const ProjectedRows& rows) const {
  return {rows.data + head * heads_[head]->ProjectedFloats(rows.rows), rows.rows,
          rows.first_key_row};
}

std::vector<ProjectionTarget> StackedHeads::Targets(const ProjectedRows& to, bool cross) const {
  std::vector<ProjectionTarget> targets;
  for (int head = 0; head < static_cast<int>(heads_.size()); ++head) {
    const std::vector<ProjectionTarget> own = heads_[head]->Targets(Of(head, to), cross);
    targets.insert(targets.end(), own.begin(), own.end());
  }
  return targets;
}

HeadMatrices StackedHeads::Head(int head, const ProjectedRows& from) const {
  return heads_[head]->Head(0, Of(head, from));
}

bool StackedHeads::row_invariant() const {
  return std::all_of(heads_.begin(), heads_.end(),
                     [](const auto& head) { return head->row_invariant(); });
}

std::int64_t StackedHeads::overhang() const { return heads_.front()->overhang(); }

std::int64_t StackedHeads::weights_bytes() const {
  std::int64_t bytes = 0;
  for (const std::unique_ptr<SingleHead>& head : heads_) bytes += head->weights_bytes();
  return bytes;
}

}  // namespace headwise
