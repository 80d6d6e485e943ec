// Matmul plans of one projection shape, shared by all projections of that shape.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECTION_PLANS_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECTION_PLANS_H_

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/onednn/matmul_plan.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// y[rows,N] = x[rows,K] W^T + b, for one block of N columns.
struct ProjectionShape {
  std::int64_t inner = 0;               // K
  std::int64_t columns = 0;             // N of the block
  std::int64_t destination_stride = 0;  // floats from row to row of y
  bool bias = false;

  friend bool operator<(const ProjectionShape& a, const ProjectionShape& b) {
    return std::tie(a.inner, a.columns, a.destination_stride, a.bias) <
           std::tie(b.inner, b.columns, b.destination_stride, b.bias);
  }
};

// Rows are computed in panels of a few fixed heights, so that ever-new row counts need no
// ever-new plans. Heights are kept only if a self-test shows that a row's bits are the same in
// each of them and in each position: a row must not change with the rows beside it.
//
// Thread-safe, one worker index a thread. Borrows the runtime.
class ProjectionPlans {
 public:
  // Largest height of any panel: rows that a buffer needs beyond its last one.
  static constexpr std::int64_t kMaxHeight = 96;

  // Makes the plans and runs the self-test as worker 0.
  static absl::StatusOr<std::shared_ptr<const ProjectionPlans>> Create(
      OnednnRuntime& runtime, const ProjectionShape& shape);

  // Rows of a full panel.
  std::int64_t panel_rows() const { return heights_.back().rows; }
  // Height that `rows` (at most panel_rows) are computed in: rows or a little more.
  std::int64_t HeightFor(std::int64_t rows) const { return HeightIndex(rows).rows; }
  // Whether the self-test held.
  bool row_invariant() const { return row_invariant_; }
  int plan_count() const { return static_cast<int>(heights_.size()); }
  const ProjectionShape& shape() const { return shape_; }

  // What Pack makes. Equal plans give equal formats.
  const PackedFormat& format() const { return heights_.back().plan->format(); }
  // Weights [N,K] row-major as nn.Linear stores them.
  absl::Status Pack(int worker, const float* weights, PackedMatrix& packed) const;
  absl::Status Unpack(int worker, const PackedMatrix& packed, float* weights) const;

  // Reads HeightFor(rows) rows of K floats from `source` and writes as many rows.
  absl::Status Run(int worker, std::int64_t rows, const float* source, const PackedMatrix& weights,
                   const float* bias, float* destination) const;

 private:
  struct Height {
    std::int64_t rows;
    std::unique_ptr<MatmulPlan> plan;
  };

  explicit ProjectionPlans(const ProjectionShape& shape) : shape_(shape) {}

  absl::Status MakeHeights(OnednnRuntime& runtime, const std::vector<std::int64_t>& heights);
  // Drops heights that fail; false if the tallest itself is not invariant.
  absl::StatusOr<bool> SelfTest();
  const Height& HeightIndex(std::int64_t rows) const;

  const ProjectionShape shape_;
  std::vector<Height> heights_;  // ascending
  std::unique_ptr<Packer> packer_;
  bool row_invariant_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECTION_PLANS_H_
