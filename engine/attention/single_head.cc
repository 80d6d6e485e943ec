#include "engine/attention/single_head.h"

#include <cstdint>
#include <utility>

namespace headwise {

absl::StatusOr<std::unique_ptr<SingleHead>> SingleHead::Create(const ProjectionMaker& maker,
                                                               const LayerSpec& spec,
                                                               const SingleHeadWeights& weights) {
  auto head = std::unique_ptr<SingleHead>(new SingleHead(spec.head_dim, spec.value_head_dim()));
  auto make = [&](std::int64_t inner, std::int64_t columns, const float* matrix, const float* bias,
                  std::unique_ptr<Projection>& to) {
    const ProjectionPart part{columns, matrix, bias};
    auto made = maker.Make(inner, {&part, 1}, columns);
    if (!made.ok()) return made.status();
    to = *std::move(made);
    return absl::OkStatus();
  };
  absl::Status status =
      make(spec.d_model, head->head_dim_, weights.query, weights.query_bias, head->query_);
  if (status.ok()) {
    status =
        make(spec.key_input_width(), head->head_dim_, weights.key, weights.key_bias, head->key_);
  }
  if (status.ok()) {
    status = make(spec.value_input_width(), head->value_dim_, weights.value, weights.value_bias,
                  head->value_);
  }
  if (!status.ok()) return status;
  return head;
}

std::int64_t SingleHead::ProjectedFloats(std::int64_t rows) const {
  return rows * (2 * head_dim_ + value_dim_);
}

std::vector<ProjectionTarget> SingleHead::Targets(const ProjectedRows& to, bool cross) const {
  float* keys = to.data + (to.rows + to.first_key_row) * head_dim_;
  float* values = to.data + 2 * to.rows * head_dim_ + to.first_key_row * value_dim_;
  const Operand key_rows = cross ? Operand::kKeys : Operand::kQueries;
  const Operand value_rows = cross ? Operand::kValues : Operand::kQueries;
  return {{query_.get(), 0, query_->blocks(), Operand::kQueries, to.data, head_dim_},
          {key_.get(), 0, key_->blocks(), key_rows, keys, head_dim_},
          {value_.get(), 0, value_->blocks(), value_rows, values, value_dim_}};
}

HeadMatrices SingleHead::Head(int head, const ProjectedRows& from) const {
  const float* keys = from.data + (from.rows + from.first_key_row) * head_dim_;
  const float* values = from.data + 2 * from.rows * head_dim_ + from.first_key_row * value_dim_;
  return {{from.data, head_dim_}, {keys, head_dim_}, {values, value_dim_}};
}

bool SingleHead::row_invariant() const {
  return query_->row_invariant() && key_->row_invariant() && value_->row_invariant();
}

std::int64_t SingleHead::overhang() const { return query_->overhang(); }

std::int64_t SingleHead::weights_bytes() const {
  return query_->weights_bytes() + key_->weights_bytes() + value_->weights_bytes();
}

}  // namespace headwise
