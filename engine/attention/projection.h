// A linear layer: weights packed once, applied to any number of rows.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECTION_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/attention/plan_cache.h"
#include "engine/attention/projection_plans.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Some columns of a projection: weights [columns,K] row-major, as nn.Linear stores them, and a
// bias [columns] or null. A bias that is missing beside others is one of zeros.
struct ProjectionPart {
  std::int64_t columns;
  const float* weights;
  const float* bias;
};

// y = x W^T + b with x [rows,K] and y [rows,N], N in blocks of columns packed each for itself. The
// blocks depend on the weights' shape alone, never on workers or load; none reaches over the
// border of two parts, so that parts can be applied to different rows. Immutable; thread-safe,
// one worker index a thread.
class Projection {
 public:
  // N is the sum of the parts' columns. Rows of y lie `destination_stride` floats apart. All
  // workers of the plans' pool pack; must not be called from one of its bodies. Throws
  // std::bad_alloc.
  static absl::StatusOr<std::unique_ptr<Projection>> Create(PlanCache& plans, std::int64_t inner,
                                                            absl::Span<const ProjectionPart> parts,
                                                            std::int64_t destination_stride);

  std::int64_t inner() const { return inner_; }      // K
  std::int64_t columns() const { return columns_; }  // N
  int blocks() const { return static_cast<int>(blocks_.size()); }
  // First block of part `part`; blocks() for the number of parts.
  int PartBegin(int part) const { return part_begins_[part]; }
  // Columns of blocks first_block..end_block-1.
  std::int64_t Columns(int first_block, int end_block) const;
  bool row_invariant() const;
  std::int64_t weights_bytes() const;

  // Rows of a full panel, and the height that a panel of `rows` rows is computed in. A panel
  // reads and writes as many rows as its height.
  std::int64_t panel_rows() const { return panel_rows_; }
  std::int64_t HeightFor(std::int64_t rows) const;

  // Computes one block of columns for a panel of `rows` rows: reads HeightFor(rows) rows of K
  // floats from `source` and writes as many rows at `destination` (row 0, column 0 of y).
  absl::Status Run(int worker, int block, std::int64_t rows, const float* source,
                   float* destination) const;

  // Empty without bias.
  const std::vector<float>& bias() const { return bias_; }

  // The weights [N,K] as they were given; exact.
  absl::Status Unpack(float* weights) const;

 private:
  struct Block {
    std::int64_t first_column;
    std::shared_ptr<const ProjectionPlans> plans;
    PackedMatrix weights;  // lies in memory_
    // [K] instead of packed weights, for a block of one column: oneDNN 3.7.2 gives wrong results
    // for one column of a wider destination.
    std::vector<float> single;
  };

  explicit Projection(std::int64_t inner) : inner_(inner) {}

  void RunSingle(const Block& block, std::int64_t rows, const float* source,
                 float* destination) const;
  void SetBias(absl::Span<const ProjectionPart> parts);
  // Makes a part's blocks, still unpacked, and appends to `sources` where the weights of each are.
  absl::Status AddPart(PlanCache& plans, const ProjectionPart& part,
                       std::vector<const float*>& sources);
  void TakeMemory();
  absl::Status Pack(WorkerPool& workers, const std::vector<const float*>& sources);

  const std::int64_t inner_;
  std::int64_t destination_stride_ = 0;
  std::int64_t columns_ = 0;
  std::int64_t panel_rows_ = 0;
  std::vector<int> part_begins_;
  AlignedBuffer<std::byte> memory_;  // one for all blocks, as large memory has larger pages
  std::vector<Block> blocks_;
  std::vector<float> bias_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECTION_H_
