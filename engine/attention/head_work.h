// Which heads of which tasks have to be computed.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_WORK_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_WORK_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/attention/batch.h"

namespace headwise {

// Per task and head: its gate, whether it is needed, where its own output goes, its time so far.
// Charge may be called by several workers at once; the rest is constant.
class HeadWork {
 public:
  HeadWork(const Batch& batch, std::int64_t heads);

  float Gate(int task, int head) const { return At(task, head).gate; }
  // False for a head that is gated off and of which nothing of its own is asked.
  bool Needed(int task, int head) const { return At(task, head).needed; }
  // True if the head's scores are asked about after its context has been computed.
  bool MapsWanted(int task, int head) const { return At(task, head).maps_wanted; }
  // Position of the head among those whose context is asked for, -1 if it is not.
  int HeadContextIndex(int task, int head) const { return At(task, head).head_context_index; }
  // The same among those whose contribution is asked for.
  int ContributionIndex(int task, int head) const { return At(task, head).contribution_index; }
  // True if any task asks for the head's contribution.
  bool ContributionWanted(int head) const;
  bool AnyContribution() const;

  void Charge(int task, int head, std::int64_t ns) {
    times_[task * heads_ + head].fetch_add(ns, std::memory_order_relaxed);
  }
  // Writes every task's head_ns.
  void ReportTimes(Batch& batch) const;

 private:
  struct Entry {
    float gate = 1;
    bool needed = false;
    bool maps_wanted = false;
    int head_context_index = -1;
    int contribution_index = -1;
  };

  void AddQuestions(const OutputSelection& outputs, Entry* entries);
  const Entry& At(int task, int head) const { return entries_[task * heads_ + head]; }

  const std::int64_t heads_;
  std::vector<Entry> entries_;
  std::vector<std::atomic<std::int64_t>> times_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_WORK_H_
