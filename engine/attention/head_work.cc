#include "engine/attention/head_work.h"

#include <cstdint>

namespace headwise {

HeadWork::HeadWork(const Batch& batch, std::int64_t heads)
    : heads_(heads), entries_(batch.task_count() * heads), times_(batch.task_count() * heads) {
  for (int task = 0; task < batch.task_count(); ++task) {
    const AttentionRequest& request = batch.request(task);
    const OutputSelection& outputs = request.outputs;
    Entry* entries = &entries_[task * heads];
    for (std::int64_t head = 0; head < heads; ++head) {
      if (!request.gates.empty()) entries[head].gate = request.gates[head];
      entries[head].needed = (outputs.context && entries[head].gate != 0) || outputs.log_sum_exp;
    }
    int index = 0;
    for (std::int32_t head : outputs.head_context_heads) {
      entries[head].needed = true;
      entries[head].head_context_index = index++;
    }
    for (std::int32_t head : outputs.probability_heads) entries[head].needed = true;
  }
}

void HeadWork::ReportTimes(Batch& batch) const {
  for (int task = 0; task < batch.task_count(); ++task) {
    std::vector<std::int64_t>& head_ns = batch.task(task).timings.head_ns;
    head_ns.resize(heads_);
    for (std::int64_t head = 0; head < heads_; ++head) {
      head_ns[head] = times_[task * heads_ + head].load(std::memory_order_relaxed);
    }
  }
}

}  // namespace headwise
