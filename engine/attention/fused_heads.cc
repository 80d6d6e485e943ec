#include "engine/attention/fused_heads.h"

#include <cstdint>
#include <utility>

namespace headwise {
namespace {

void Append(const std::vector<float>& from, std::vector<float>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

// A bias that is missing beside others is a bias of zeros.
void AppendBias(const std::vector<float>& bias, std::int64_t width, std::vector<float>& to) {
  if (bias.empty()) {
    to.resize(to.size() + width, 0.0f);
  } else {
    Append(bias, to);
  }
}

std::vector<float> Slice(const std::vector<float>& from, std::int64_t begin, std::int64_t count) {
  return {from.begin() + begin, from.begin() + begin + count};
}

}  // namespace

absl::StatusOr<std::unique_ptr<FusedHeads>> FusedHeads::Create(PlanCache& plans,
                                                               const LayerSpec& spec,
                                                               const LayerWeights& weights) {
  std::vector<float> matrix;
  matrix.reserve(static_cast<std::size_t>(spec.qkv_width() * spec.d_model));
  Append(weights.query, matrix);
  Append(weights.key, matrix);
  Append(weights.value, matrix);
  std::vector<float> bias;
  if (spec.input_bias) {
    AppendBias(weights.query_bias, spec.query_width(), bias);
    AppendBias(weights.key_bias, spec.kv_width(), bias);
    AppendBias(weights.value_bias, spec.kv_width(), bias);
  }
  auto fused = std::unique_ptr<FusedHeads>(new FusedHeads(spec));
  auto projection = Projection::Create(plans, spec.d_model, spec.qkv_width(), spec.qkv_width(),
                                       matrix.data(), bias.empty() ? nullptr : bias.data());
  if (!projection.ok()) return projection.status();
  fused->projection_ = *std::move(projection);
  return fused;
}

std::int64_t FusedHeads::ProjectedFloats(std::int64_t rows) const { return rows * width(); }

std::vector<ProjectionTarget> FusedHeads::Targets(float* projected, std::int64_t rows) const {
  return {TargetAt(*projection_, projected, width())};
}

HeadMatrices FusedHeads::Head(int head, const float* projected, std::int64_t rows) const {
  const float* queries = projected + head * head_dim_;
  const float* keys = projected + query_width() + KvGroup(head) * head_dim_;
  const float* values = keys + kv_width();
  return {{queries, width()}, {keys, width()}, {values, width()}};
}

absl::StatusOr<LayerWeights> FusedHeads::Unpack() const {
  const std::int64_t inner = projection_->inner();
  std::vector<float> matrix(static_cast<std::size_t>(width() * inner));
  absl::Status status = projection_->Unpack(matrix.data());
  if (!status.ok()) return status;
  LayerWeights weights;
  weights.query = Slice(matrix, 0, query_width() * inner);
  weights.key = Slice(matrix, query_width() * inner, kv_width() * inner);
  weights.value = Slice(matrix, (query_width() + kv_width()) * inner, kv_width() * inner);
  const std::vector<float>& bias = projection_->bias();
  if (!bias.empty()) {
    weights.query_bias = Slice(bias, 0, query_width());
    weights.key_bias = Slice(bias, query_width(), kv_width());
    weights.value_bias = Slice(bias, query_width() + kv_width(), kv_width());
  }
  return weights;
}

}  // namespace headwise
