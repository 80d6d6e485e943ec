#include "engine/attention/head_work.h"

#include <algorithm>
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
    AddQuestions(outputs, entries);
  }
}

void HeadWork::AddQuestions(const OutputSelection& outputs, Entry* entries) {
  int index = 0;
  for (std::int32_t head : outputs.head_context_heads) {
    entries[head].needed = true;
    entries[head].head_context_index = index++;
  }
  index = 0;
  for (std::int32_t head : outputs.contribution_heads) {
    entries[head].needed = true;
    entries[head].contribution_index = index++;
  }
  for (const RowSelection* selection :
       {&outputs.probabilities, &outputs.scores, &outputs.top_keys, &outputs.statistics}) {
    for (std::int32_t head : selection->heads) {
      entries[head].needed = true;
      entries[head].maps_wanted = true;
    }
  }
}

bool HeadWork::ContributionWanted(int head) const {
  for (std::size_t i = head; i < entries_.size(); i += heads_) {
    if (entries_[i].contribution_index >= 0) return true;
  }
  return false;
}

bool HeadWork::AnyContribution() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.contribution_index >= 0; });
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
