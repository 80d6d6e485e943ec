#include "engine/attention/fused_heads.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headwise {
namespace {

constexpr int kParts = 3;

const float* DataOrNull(const std::vector<float>& values) {
  return values.empty() ? nullptr : values.data();
}

std::vector<float> Slice(const std::vector<float>& from, std::int64_t begin, std::int64_t count) {
  return {from.begin() + begin, from.begin() + begin + count};
}

}  // namespace

FusedHeads::FusedHeads(const LayerSpec& spec)
    : heads_(spec.heads),
      kv_heads_(spec.kv_heads),
      head_dim_(spec.head_dim),
      value_dim_(spec.value_head_dim()),
      width_(spec.qkv_width()),
      columns_{0, spec.query_width(), spec.query_width() + spec.key_width(), spec.qkv_width()} {}

absl::StatusOr<std::unique_ptr<FusedHeads>> FusedHeads::Create(const ProjectionMaker& maker,
                                                               const LayerSpec& spec,
                                                               const LayerWeights& weights) {
  auto fused = std::unique_ptr<FusedHeads>(new FusedHeads(spec));
  const bool one_width =
      spec.key_input_width() == spec.d_model && spec.value_input_width() == spec.d_model;
  absl::Status status = one_width ? fused->PackTogether(maker, spec, weights)
                                  : fused->PackApart(maker, spec, weights);
  if (!status.ok()) return status;
  return fused;
}

absl::Status FusedHeads::PackTogether(const ProjectionMaker& maker, const LayerSpec& spec,
                                      const LayerWeights& weights) {
  const ProjectionPart parts[kParts] = {
      {spec.query_width(), weights.query.data(), DataOrNull(weights.query_bias)},
      {spec.key_width(), weights.key.data(), DataOrNull(weights.key_bias)},
      {spec.value_width(), weights.value.data(), DataOrNull(weights.value_bias)}};
  auto projection = maker.Make(spec.d_model, parts, width_);
  if (!projection.ok()) return projection.status();
  projections_.push_back(*std::move(projection));
  return absl::OkStatus();
}

absl::Status FusedHeads::PackApart(const ProjectionMaker& maker, const LayerSpec& spec,
                                   const LayerWeights& weights) {
  const std::pair<std::int64_t, ProjectionPart> parts[kParts] = {
      {spec.d_model, {spec.query_width(), weights.query.data(), DataOrNull(weights.query_bias)}},
      {spec.key_input_width(),
       {spec.key_width(), weights.key.data(), DataOrNull(weights.key_bias)}},
      {spec.value_input_width(),
       {spec.value_width(), weights.value.data(), DataOrNull(weights.value_bias)}}};
  for (const auto& [inner, part] : parts) {
    auto projection = maker.Make(inner, {&part, 1}, width_);
    if (!projection.ok()) return projection.status();
    projections_.push_back(*std::move(projection));
  }
  return absl::OkStatus();
}

ProjectionTarget FusedHeads::TargetOf(int part, const ProjectedRows& to, Operand operand) const {
  float* base = to.data + (operand == Operand::kQueries ? 0 : to.first_key_row) * width_;
  if (projections_.size() == 1) {
    const Projection& all = *projections_[0];
    return {&all, all.PartBegin(part), all.PartBegin(part + 1), operand, base, width_};
  }
  const Projection& own = *projections_[part];
  return {&own, 0, own.blocks(), operand, base + columns_[part], width_};
}

std::vector<ProjectionTarget> FusedHeads::Targets(const ProjectedRows& to, bool cross) const {
  if (!cross) {
    const Projection& all = *projections_[0];
    return {{&all, 0, all.blocks(), Operand::kQueries, to.data, width_}};
  }
  return {TargetOf(0, to, Operand::kQueries), TargetOf(1, to, Operand::kKeys),
          TargetOf(2, to, Operand::kValues)};
}

HeadMatrices FusedHeads::Head(int head, const ProjectedRows& from) const {
  const float* key_rows = from.data + from.first_key_row * width_;
  const int group = KvGroup(head);
  return {{from.data + head * head_dim_, width_},
          {key_rows + columns_[1] + group * head_dim_, width_},
          {key_rows + columns_[2] + group * value_dim_, width_}};
}

bool FusedHeads::row_invariant() const {
  return std::all_of(projections_.begin(), projections_.end(),
                     [](const auto& projection) { return projection->row_invariant(); });
}

std::int64_t FusedHeads::overhang() const { return projections_.front()->overhang(); }

std::int64_t FusedHeads::weights_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& projection : projections_) bytes += projection->weights_bytes();
  return bytes;
}

absl::StatusOr<LayerWeights> FusedHeads::Unpack() const {
  std::vector<float> matrices[kParts];
  std::vector<float> biases[kParts];
  for (int part = 0; part < kParts; ++part) {
    const Projection& projection = *projections_[projections_.size() == 1 ? 0 : part];
    const std::int64_t inner = projection.inner();
    const std::int64_t first = projections_.size() == 1 ? columns_[part] : 0;
    const std::int64_t count = columns_[part + 1] - columns_[part];
    std::vector<float> matrix(static_cast<std::size_t>(projection.columns() * inner));
    absl::Status status = projection.Unpack(matrix.data());
    if (!status.ok()) return status;
    matrices[part] = Slice(matrix, first * inner, count * inner);
    if (!projection.bias().empty()) biases[part] = Slice(projection.bias(), first, count);
  }
  LayerWeights weights;
  weights.query = std::move(matrices[0]);
  weights.key = std::move(matrices[1]);
  weights.value = std::move(matrices[2]);
  weights.query_bias = std::move(biases[0]);
  weights.key_bias = std::move(biases[1]);
  weights.value_bias = std::move(biases[2]);
  return weights;
}

}  // namespace headwise
