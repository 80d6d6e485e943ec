// Concatenated head contexts to context vectors.
#ifndef HEADWISE_ENGINE_ATTENTION_MERGE_H_
#define HEADWISE_ENGINE_ATTENTION_MERGE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/batch.h"
#include "engine/attention/projection.h"
#include "engine/attention/projection_maker.h"
#include "engine/attention/workspace.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// The last stage of every form: context = Z W_o^T + b_o, or Z itself for a layer without output
// projection. Writes in place where a batch's context vectors lie side by side as F32.
// Immutable; Run is used by one thread at a time, its items run on the workers.
class Merge {
 public:
  static absl::StatusOr<std::unique_ptr<Merge>> Create(const ProjectionMaker& maker,
                                                       const LayerSpec& spec,
                                                       const LayerWeights& weights);

  // Reads workspace.merged, which must have overhang() rows beyond the last.
  void Run(Batch& batch, WorkerPool& workers, Workspace& workspace) const;

  // The output projection's matrix [Dout, H*hv], exact. Only for a layer that has one.
  absl::StatusOr<std::vector<float>> Unpack() const;

  std::int64_t overhang() const { return projection_ == nullptr ? 0 : projection_->overhang(); }
  bool row_invariant() const { return projection_ == nullptr || projection_->row_invariant(); }
  std::int64_t weights_bytes() const {
    return projection_ == nullptr ? 0 : projection_->weights_bytes();
  }

 private:
  explicit Merge(const LayerSpec& spec) : width_(spec.merged_width()), d_out_(spec.d_out) {}

  void ProjectOut(Batch& batch, WorkerPool& workers, Workspace& workspace) const;

  const std::int64_t width_;  // H*hv
  const std::int64_t d_out_;
  std::unique_ptr<Projection> projection_;  // null: none
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_MERGE_H_
