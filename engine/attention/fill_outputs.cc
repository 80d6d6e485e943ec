#include "engine/attention/fill_outputs.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace headwise {
namespace {

// All attention float types have zero bits for zero.
void FillZero(const MutableTensorView& tensor) {
  if (tensor.present()) std::memset(tensor.data(), 0, static_cast<std::size_t>(tensor.bytes()));
}

template <typename T>
void Fill(const MutableTensorView& tensor, T value) {
  if (!tensor.present()) return;
  for (std::int64_t i = 0; i < tensor.shape().elements(); ++i) {
    std::memcpy(tensor.data() + i * sizeof(T), &value, sizeof(T));
  }
}

}  // namespace

void FillUnreachedOutputs(Batch& batch) {
  constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  constexpr std::int32_t kNoKey = -1;
  for (int i = 0; i < batch.task_count(); ++i) {
    const AttentionOutputs& outputs = batch.task(i).outputs;
    FillZero(outputs.statistics);  // their rows are added up
    if (batch.request(i).lengths.empty() && batch.request(i).key_lengths.empty()) continue;
    FillZero(outputs.context);
    FillZero(outputs.head_context);
    FillZero(outputs.contributions);
    FillZero(outputs.probabilities);
    FillZero(outputs.top_weights);
    Fill(outputs.log_sum_exp, kMinusInfinity);
    Fill(outputs.scores, kMinusInfinity);
    Fill(outputs.top_keys, kNoKey);
  }
}

}  // namespace headwise
