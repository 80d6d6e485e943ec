// A linear layer: weights packed once, applied to any number of rows.
#ifndef HEADWISE_ENGINE_ATTENTION_PROJECTION_H_
#define HEADWISE_ENGINE_ATTENTION_PROJECTION_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/parallel/worker_pool.h"

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
// border of two parts, so that parts can be applied to different rows. Made by ProjectionMaker.
// Immutable; thread-safe, one worker index a thread.
class Projection {
 public:
  // Columns of a block: wide enough for the kernels to run at full speed, narrow enough that one
  // row of a small model still gives every worker a block.
  static constexpr std::int64_t kBlockColumns = 256;

  virtual ~Projection() = default;

  std::int64_t inner() const { return inner_; }      // K
  std::int64_t columns() const { return columns_; }  // N
  int blocks() const { return static_cast<int>(blocks_.size()); }
  // First block of part `part`; blocks() for the number of parts.
  int PartBegin(int part) const { return part_begins_[part]; }
  // Columns of blocks first_block..end_block-1.
  std::int64_t Columns(int first_block, int end_block) const;
  // Empty without bias.
  const std::vector<float>& bias() const { return bias_; }

  // Whether a row's bits are the same whatever rows are beside it.
  virtual bool row_invariant() const = 0;
  virtual std::int64_t weights_bytes() const = 0;
  // Rows of a full panel, and the height that a panel of `rows` rows is computed in. A panel
  // reads and writes as many rows as its height.
  virtual std::int64_t panel_rows() const = 0;
  virtual std::int64_t HeightFor(std::int64_t rows) const = 0;
  // Rows that panels may reach beyond the last one.
  virtual std::int64_t overhang() const = 0;

  // Computes one block of columns for a panel of `rows` rows: reads HeightFor(rows) rows of K
  // floats from `source` and writes as many rows at `destination` (row 0, column 0 of y).
  virtual absl::Status Run(int worker, int block, std::int64_t rows, const float* source,
                           float* destination) const = 0;

  // The weights [N,K] that rows are multiplied with; exactly those that were given for F32.
  virtual absl::Status Unpack(float* weights) const = 0;

 protected:
  // Columns first_column.. of y.
  struct Block {
    std::int64_t first_column;
    std::int64_t columns;
    const float* weights;  // as given; gone after packing
  };

  // Cuts the parts into blocks.
  Projection(std::int64_t inner, absl::Span<const ProjectionPart> parts);

  // Calls pack(worker, block) for each block: on all workers, unless the packed `bytes` are few.
  // Returns the first error. Throws std::bad_alloc if a call did.
  absl::Status PackBlocks(WorkerPool& workers, std::size_t bytes,
                          absl::FunctionRef<absl::Status(int worker, int block)> pack) const;

  const Block& block(int i) const { return blocks_[static_cast<std::size_t>(i)]; }
  // Null without bias.
  const float* BiasOf(const Block& block) const {
    return bias_.empty() ? nullptr : bias_.data() + block.first_column;
  }

 private:
  void AddPart(const ProjectionPart& part, bool biased);

  const std::int64_t inner_;
  std::int64_t columns_ = 0;
  std::vector<int> part_begins_;
  std::vector<Block> blocks_;
  std::vector<float> bias_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROJECTION_H_
