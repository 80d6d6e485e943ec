#include "engine/parallel/worker_placement.h"

#include <cstddef>

namespace headwise {
namespace {

bool Has(const cpu_set_t& set, int processor) {
  return processor >= 0 && processor < CPU_SETSIZE && CPU_ISSET(processor, &set);
}

// Every `parts`-th processor of `set`, from the one at `part` on.
cpu_set_t PartOf(const cpu_set_t& set, int part, int parts) {
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  for (int processor = 0, index = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &set)) continue;
    if (index++ % parts == part) CPU_SET(processor, &chosen);
  }
  return chosen;
}

// Workers that met an earlier one; takes the processors of all from `free`.
std::vector<std::size_t> Meeting(const cpu_set_t& allowed, const std::vector<int>& used_last,
                                 cpu_set_t& free) {
  std::vector<std::size_t> meeting;
  for (std::size_t worker = 0; worker < used_last.size(); ++worker) {
    if (!Has(allowed, used_last[worker])) continue;
    if (Has(free, used_last[worker])) {
      CPU_CLR(used_last[worker], &free);
    } else {
      meeting.push_back(worker);
    }
  }
  return meeting;
}

}  // namespace

std::vector<cpu_set_t> ProcessorsOfWorkers(const cpu_set_t& allowed,
                                           const std::vector<int>& used_last) {
  if (CPU_COUNT(&allowed) < static_cast<int>(used_last.size())) return {};
  cpu_set_t off_caller = allowed;
  if (Has(allowed, used_last[0])) CPU_CLR(used_last[0], &off_caller);
  std::vector<cpu_set_t> processors(used_last.size(), off_caller);
  processors[0] = allowed;
  cpu_set_t free = allowed;
  const std::vector<std::size_t> meeting = Meeting(allowed, used_last, free);
  const int parts = static_cast<int>(meeting.size());
  for (int part = 0; part < parts; ++part) processors[meeting[part]] = PartOf(free, part, parts);
  return processors;
}

WorkerPlacement::WorkerPlacement(int workers) : used_last_(workers) {
  // Fails where there are more processors than a cpu_set_t holds: none is allowed, none chosen.
  if (sched_getaffinity(0, sizeof(allowed_), &allowed_) != 0) CPU_ZERO(&allowed_);
  for (std::atomic<int>& processor : used_last_) processor = -1;
  told_.assign(used_last_.size(), allowed_);
}

void WorkerPlacement::Arrange(const std::vector<pthread_t>& threads) {
  Note(0);
  const std::vector<int> used_last(used_last_.begin(), used_last_.end());
  const std::vector<cpu_set_t> processors = ProcessorsOfWorkers(allowed_, used_last);
  for (std::size_t worker = 1; worker < processors.size(); ++worker) {
    const cpu_set_t& set = processors[worker];
    if (CPU_EQUAL(&told_[worker], &set)) continue;
    if (pthread_setaffinity_np(threads[worker - 1], sizeof(set), &set) == 0) told_[worker] = set;
  }
}

}  // namespace headwise
