// A matmul of one shape, prepared once and run many times.
#ifndef HEADWISE_ENGINE_ONEDNN_MATMUL_PLAN_H_
#define HEADWISE_ENGINE_ONEDNN_MATMUL_PLAN_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// destination[M,N] = source[M,K] weights[K,N] (+ bias[N]) (+ destination).
struct MatmulShape {
  std::int64_t rows = 0;                // M
  std::int64_t inner = 0;               // K
  std::int64_t columns = 0;             // N
  std::int64_t source_stride = 0;       // floats from row to row
  std::int64_t destination_stride = 0;  // floats from row to row
  bool bias = false;
  bool accumulate = false;  // adds to what the destination holds
};

// f32 in and out, weights packed beforehand. Thread-safe, one worker index a thread: a worker
// gives its own stream, scratchpad and argument objects. Borrows the runtime.
class MatmulPlan {
 public:
  // oneDNN chooses the weights' format (see format()). INTERNAL if it refuses the shape.
  static absl::StatusOr<std::unique_ptr<MatmulPlan>> Create(OnednnRuntime& runtime,
                                                            const MatmulShape& shape);
  // The weights come in a format chosen for another number of rows.
  static absl::StatusOr<std::unique_ptr<MatmulPlan>> CreateFor(OnednnRuntime& runtime,
                                                               const MatmulShape& shape,
                                                               const PackedFormat& format);
  ~MatmulPlan();

  const PackedFormat& format() const;
  // oneDNN's name of the kernel, for example "brg:avx512_core".
  const std::string& kernel() const;

  // `bias` is read only if the shape has one. `source`, `bias` and `destination` must not
  // overlap. Throws std::bad_alloc.
  absl::Status Run(int worker, const float* source, const PackedMatrix& weights, const float* bias,
                   float* destination) const;

 private:
  struct Impl;
  explicit MatmulPlan(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ONEDNN_MATMUL_PLAN_H_
