// A projection on our own kernels.
#ifndef HEADWISE_ENGINE_ATTENTION_HIGHWAY_PROJECTION_H_
#define HEADWISE_ENGINE_ATTENTION_HIGHWAY_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/attention/projection.h"
#include "engine/parallel/worker_pool.h"
#include "engine/simd/weight_product.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// In any storage; for any number of rows without plans or padding, always row-invariant.
class HighwayProjection final : public Projection {
 public:
  // All workers pack; must not be called from one of their bodies. Throws std::bad_alloc.
  static absl::StatusOr<std::unique_ptr<Projection>> Create(WorkerPool& workers,
                                                            WeightStorage storage,
                                                            std::int64_t inner,
                                                            absl::Span<const ProjectionPart> parts,
                                                            std::int64_t destination_stride);

  bool row_invariant() const override { return true; }
  std::int64_t weights_bytes() const override { return static_cast<std::int64_t>(memory_.size()); }
  std::int64_t panel_rows() const override { return 96; }
  std::int64_t HeightFor(std::int64_t rows) const override { return rows; }
  std::int64_t overhang() const override { return 0; }
  absl::Status Run(int worker, int block, std::int64_t rows, const float* source,
                   float* destination) const override;
  absl::Status Unpack(float* weights) const override;

 private:
  HighwayProjection(WeightStorage storage, std::int64_t inner,
                    absl::Span<const ProjectionPart> parts, std::int64_t destination_stride);

  absl::Status Pack(WorkerPool& workers);

  const std::int64_t destination_stride_;
  AlignedBuffer<std::byte> memory_;  // one for all blocks, as large memory has larger pages
  std::vector<PackedWeights> packed_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HIGHWAY_PROJECTION_H_
