#include "engine/attention/block_writer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/simd/stream_copy.h"
#include "engine/tensor/convert.h"

namespace headwise {
namespace {

// Natural logarithm of the softmax denominator; `unit` as in ScoreRules.
float LogSumExp(const SoftmaxState& state, double unit) {
  if (state.sum == 0) return -std::numeric_limits<float>::infinity();
  return static_cast<float>(static_cast<double>(state.max) * unit +
                            std::log(static_cast<double>(state.sum)));
}

// Whether an output will have left the caches before it is read.
bool OutgrowsCaches(const MutableTensorView& output) {
  constexpr std::int64_t kBytes = std::int64_t{8} << 20;  // a last-level cache's share, or more
  return output.bytes() >= kBytes;
}

}  // namespace

void BlockWriter::Write(const BlockItem& item, const ScoreRules& rules,
                        const WorkerScratch& scratch) {
  WriteStates(item, rules.unit(), scratch.states);
  const FloatRows context{scratch.context.data(), PaddedColumns(context_.widths.value_dim)};
  WriteHeadContext(item, context);
  KeepHeadContext(item, context);
  if (merge_) WriteMerged(item, context);
}

void BlockWriter::WriteStates(const BlockItem& item, double unit,
                              const std::vector<SoftmaxState>& states) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  std::copy_n(states.begin(), item.count,
              context_.workspace.states.begin() + item.head * context_.batch.rows() +
                  sequence.query_row + item.first);
  const MutableTensorView& lse = context_.batch.task(sequence.task).outputs.log_sum_exp;
  if (!lse.present()) return;
  const std::int64_t index =
      (sequence.b * context_.spec().heads + item.head) * lse.shape().dim(2) + item.first;
  for (std::int64_t i = 0; i < item.count; ++i) {
    const float value = LogSumExp(states[i], unit);
    NarrowFromFloat(DType::kF32, &value, 1, lse.data() + (index + i) * sizeof(float));
  }
}

void BlockWriter::WriteHeadContext(const BlockItem& item, const FloatRows& context) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  const int position = context_.work.HeadContextIndex(sequence.task, item.head);
  if (position < 0) return;
  const MutableTensorView& to = context_.batch.task(sequence.task).outputs.head_context;
  const std::int64_t width = context_.widths.value_dim;
  const std::int64_t first =
      (sequence.b * to.shape().dim(1) + position) * to.shape().dim(2) + item.first;
  const std::int64_t row_bytes = width * ByteWidth(to.dtype());
  std::byte* const rows = to.data() + first * row_bytes;
  if (to.dtype() == DType::kF32 && OutgrowsCaches(to)) {
    return StreamRows(context, item.count, width, rows);
  }
  for (std::int64_t i = 0; i < item.count; ++i) {
    NarrowFromFloat(to.dtype(), context.row(i), width, rows + i * row_bytes);
  }
}

void BlockWriter::KeepHeadContext(const BlockItem& item, const FloatRows& context) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  if (context_.work.ContributionIndex(sequence.task, item.head) < 0) return;
  const std::int64_t width = context_.widths.value_dim;
  const std::int64_t first = item.head * context_.batch.rows() + sequence.query_row + item.first;
  float* const to = context_.workspace.head_contexts.data() + first * width;
  for (std::int64_t i = 0; i < item.count; ++i) std::copy_n(context.row(i), width, to + i * width);
}

void BlockWriter::WriteMerged(const BlockItem& item, const FloatRows& context) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  const float gate = context_.work.Gate(sequence.task, item.head);
  if (gate == 0) return WriteZeros(item);
  const std::int64_t width = context_.widths.value_dim;
  const std::int64_t stride = context_.spec().merged_width();
  float* to = context_.workspace.merged.data() + (sequence.query_row + item.first) * stride +
              item.head * width;
  for (std::int64_t i = 0; i < item.count; ++i) {
    const float* from = context.row(i);
    for (std::int64_t d = 0; d < width; ++d) to[d] = gate * from[d];
    to += stride;
  }
}

void BlockWriter::WriteZeros(const BlockItem& item) {
  const Sequence& sequence = context_.batch.sequences()[item.sequence];
  const std::int64_t width = context_.widths.value_dim;
  const std::int64_t stride = context_.spec().merged_width();
  float* to = context_.workspace.merged.data() + (sequence.query_row + item.first) * stride +
              item.head * width;
  for (std::int64_t i = 0; i < item.count; ++i) std::fill_n(to + i * stride, width, 0.0f);
}

}  // namespace headwise
