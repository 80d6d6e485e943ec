// A projection on oneDNN's matmul.
#ifndef HEADWISE_ENGINE_ATTENTION_ONEDNN_PROJECTION_H_
#define HEADWISE_ENGINE_ATTENTION_ONEDNN_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/plan_cache.h"
#include "engine/attention/projection.h"
#include "engine/attention/projection_plans.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// In panels of a few heights that plans are made for. Borrows the plans' runtime.
class OnednnProjection final : public Projection {
 public:
  // All workers pack; must not be called from one of their bodies. Throws std::bad_alloc.
  static absl::StatusOr<std::unique_ptr<Projection>> Create(PlanCache& plans, WorkerPool& workers,
                                                            std::int64_t inner,
                                                            absl::Span<const ProjectionPart> parts,
                                                            std::int64_t destination_stride);

  bool row_invariant() const override;
  std::int64_t weights_bytes() const override;
  std::int64_t panel_rows() const override { return panel_rows_; }
  std::int64_t HeightFor(std::int64_t rows) const override;
  std::int64_t overhang() const override { return ProjectionPlans::kMaxHeight; }
  absl::Status Run(int worker, int block, std::int64_t rows, const float* source,
                   float* destination) const override;
  absl::Status Unpack(float* weights) const override;

 private:
  struct Packed {
    std::shared_ptr<const ProjectionPlans> plans;
    PackedMatrix weights;  // lies in memory_
    // [K] instead of packed weights, for a block of one column: oneDNN 3.7.2 gives wrong results
    // for one column of a wider destination.
    std::vector<float> single;
  };

  OnednnProjection(std::int64_t inner, absl::Span<const ProjectionPart> parts,
                   std::int64_t destination_stride)
      : Projection(inner, parts), destination_stride_(destination_stride) {}

  absl::Status MakePlans(PlanCache& plans);
  void TakeMemory();
  absl::Status Pack(WorkerPool& workers);
  void RunSingle(int block, std::int64_t rows, const float* source, float* destination) const;

  const std::int64_t destination_stride_;
  std::int64_t panel_rows_ = 0;
  AlignedBuffer<std::byte> memory_;  // one for all blocks, as large memory has larger pages
  std::vector<Packed> packed_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ONEDNN_PROJECTION_H_
