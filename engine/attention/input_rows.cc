#include "engine/attention/input_rows.h"

#include <algorithm>
#include <cstdint>

namespace headwise {

InputRows::InputRows(const Batch& batch, Operand operand, std::int64_t width, std::int64_t overhang,
                     WorkerPool& workers, AlignedBuffer<float>& buffer)
    : width_(width) {
  constexpr std::int64_t kChunk = 64;
  const std::int64_t rows = batch.RowsOf(operand);
  in_place_ = batch.InputInPlace(operand, 0, rows);
  if (in_place_ != nullptr) in_place_rows_ = rows;
  // In place, only the panels that reach beyond the last row need a copy.
  copy_first_ = in_place_ == nullptr ? 0 : std::max<std::int64_t>(0, rows - overhang);
  const std::int64_t copied = rows - copy_first_;
  buffer.EnsureSize(static_cast<std::size_t>((copied + overhang) * width));
  float* copy = buffer.data();
  workers.Run(
      (copied + kChunk - 1) / kChunk,
      copied > 2 * kChunk ? WorkerPool::Spread::kAllWorkers : WorkerPool::Spread::kCallerOnly,
      [&](int, std::int64_t chunk) {
        const std::int64_t first = chunk * kChunk;
        batch.ReadInput(operand, copy_first_ + first, std::min(kChunk, copied - first),
                        copy + first * width);
      });
  std::fill_n(copy + copied * width, overhang * width, 0.0f);
  copy_ = copy;
}

}  // namespace headwise
