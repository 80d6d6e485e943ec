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

void FillMinusInfinity(const MutableTensorView& tensor) {
  if (!tensor.present()) return;
  constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  for (std::int64_t i = 0; i < tensor.shape().elements(); ++i) {
    std::memcpy(tensor.data() + i * sizeof(float), &kMinusInfinity, sizeof(float));
  }
}

}  // namespace

void FillUnreachedOutputs(Batch& batch) {
  for (int i = 0; i < batch.task_count(); ++i) {
    if (batch.request(i).lengths.empty()) continue;
    const AttentionOutputs& outputs = batch.task(i).outputs;
    FillZero(outputs.context);
    FillZero(outputs.head_context);
    FillZero(outputs.probabilities);
    FillMinusInfinity(outputs.log_sum_exp);
  }
}

}  // namespace headwise
