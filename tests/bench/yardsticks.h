// What this machine can do at this moment.
#ifndef HEADWISE_TESTS_BENCH_YARDSTICKS_H_
#define HEADWISE_TESTS_BENCH_YARDSTICKS_H_

#include <memory>

#include "engine/onednn/matmul_plan.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/onednn/runtime.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise::bench {

// Owns workers and buffers of its own. One thread.
class Yardsticks {
 public:
  // Ends the program if oneDNN refuses.
  explicit Yardsticks(int workers);

  // G: floating-point operations a second of oneDNN's f32 matmul 2048 x 2048 x 2048, its rows
  // shared out to all workers, weights packed.
  double G();
  // R: bytes a second of reading a buffer larger than the last-level cache, on all workers.
  double R();

 private:
  static constexpr std::int64_t kSize = 2048;

  std::unique_ptr<WorkerPool> workers_;
  std::unique_ptr<OnednnRuntime> runtime_;
  std::unique_ptr<MatmulPlan> plan_;
  PackedMatrix weights_;
  AlignedBuffer<float> source_;
  AlignedBuffer<float> destination_;
  AlignedBuffer<float> large_;
  float sink_ = 0;
};

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_YARDSTICKS_H_
