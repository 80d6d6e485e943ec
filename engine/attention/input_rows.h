// A batch's inputs as float rows.
#ifndef HEADWISE_ENGINE_ATTENTION_INPUT_ROWS_H_
#define HEADWISE_ENGINE_ATTENTION_INPUT_ROWS_H_

#include <cstdint>

#include "engine/attention/batch.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Reads rows in place where they lie side by side as F32, and else copies them. Either way a
// panel that reaches beyond the last row reads zeros there, never somebody else's bytes. Valid
// while the batch's inputs and the buffer are.
class InputRows {
 public:
  // Of an operand that has at least one row. Panels may reach `overhang` rows beyond the last.
  InputRows(const Batch& batch, Operand operand, std::int64_t width, std::int64_t overhang,
            WorkerPool& workers, AlignedBuffer<float>& buffer);

  // `height` rows of `width` floats from row `first` on; at most `overhang` of them lie
  // beyond the last row.
  const float* At(std::int64_t first, std::int64_t height) const {
    if (first + height <= in_place_rows_) return in_place_ + first * width_;
    return copy_ + (first - copy_first_) * width_;
  }

 private:
  const std::int64_t width_;
  const float* in_place_ = nullptr;
  std::int64_t in_place_rows_ = 0;
  const float* copy_ = nullptr;  // rows copy_first_.. and zeros after the last
  std::int64_t copy_first_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_INPUT_ROWS_H_
