#include "engine/attention/head_source.h"

#include <algorithm>
#include <cstdint>

#include "engine/tensor/convert.h"

namespace headwise {
namespace {

std::int64_t FloatsToWiden(const Batch& batch, TensorView AttentionRequest::*tensor) {
  std::int64_t floats = 0;
  for (int i = 0; i < batch.task_count(); ++i) {
    const TensorView& view = batch.request(i).*tensor;
    if (view.AlignedFloats() == nullptr) floats += view.shape().elements();
  }
  return floats;
}

// Element [b, head, 0, 0] of a tensor [B,heads,T,width].
FloatRows HeadOf(const float* floats, const Shape& shape, std::int64_t b, std::int64_t head) {
  const std::int64_t rows = (b * shape.dim(1) + head) * shape.dim(2);
  return {floats + rows * shape.dim(3), shape.dim(3)};
}

}  // namespace

GivenHeads::GivenHeads(const Batch& batch, const LayerSpec& spec, WorkerPool& workers,
                       AlignedBuffer<float> (&buffers)[3])
    : batch_(batch), spec_(spec) {
  constexpr TensorView AttentionRequest::*kTensors[3] = {
      &AttentionRequest::input, &AttentionRequest::key_input, &AttentionRequest::value_input};
  std::int64_t taken[3] = {};
  for (int i = 0; i < 3; ++i) {
    buffers[i].EnsureSize(static_cast<std::size_t>(FloatsToWiden(batch, kTensors[i])));
  }
  for (int i = 0; i < batch.task_count(); ++i) {
    const AttentionRequest& request = batch.request(i);
    given_.push_back({Place(request.input, buffers[0], &taken[0], workers),
                      Place(request.key_input, buffers[1], &taken[1], workers),
                      Place(request.value_input, buffers[2], &taken[2], workers)});
  }
}

const float* GivenHeads::Place(const TensorView& tensor, AlignedBuffer<float>& buffer,
                               std::int64_t* taken, WorkerPool& workers) {
  if (const float* floats = tensor.AlignedFloats()) return floats;
  constexpr std::int64_t kChunk = std::int64_t{1} << 16;
  float* to = buffer.data() + *taken;
  const std::int64_t elements = tensor.shape().elements();
  *taken += elements;
  const auto spread =
      elements > kChunk ? WorkerPool::Spread::kAllWorkers : WorkerPool::Spread::kCallerOnly;
  workers.Run((elements + kChunk - 1) / kChunk, spread, [&](int, std::int64_t chunk) {
    const std::int64_t first = chunk * kChunk;
    WidenToFloat(tensor.dtype(), tensor.data() + first * ByteWidth(tensor.dtype()),
                 std::min(kChunk, elements - first), to + first);
  });
  return to;
}

HeadMatrices GivenHeads::Head(const Sequence& sequence, int head) const {
  const AttentionRequest& request = batch_.request(sequence.task);
  const Given& given = given_[sequence.task];
  const int kv_head = KvGroup(head);
  return {HeadOf(given.queries, request.input.shape(), sequence.b, head),
          HeadOf(given.keys, request.key_input.shape(), sequence.b, kv_head),
          HeadOf(given.values, request.value_input.shape(), sequence.b, kv_head)};
}

}  // namespace headwise
