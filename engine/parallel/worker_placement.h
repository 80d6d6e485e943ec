// Which processors a pool's threads run on.
#ifndef HEADWISE_ENGINE_PARALLEL_WORKER_PLACEMENT_H_
#define HEADWISE_ENGINE_PARALLEL_WORKER_PLACEMENT_H_

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <vector>

namespace headwise {

// Processors that each worker of a pool may use for its next run, by those that it may use at all
// and those that workers used last (-1: none yet; worker 0 is the caller, who is where it is):
// all but the caller's; but workers that met others on a processor share out those that nobody
// used. Empty if there are more workers than processors.
std::vector<cpu_set_t> ProcessorsOfWorkers(const cpu_set_t& allowed,
                                           const std::vector<int>& used_last);

// Keeps workers of a pool off each other's processors. Linux wakes a thread where it slept or
// where its waker runs, and looks for an idle processor only among those that share a cache with
// these: in many virtual machines none. Two workers may then take turns on one processor, run after
// run, while another idles. Where the system refuses, nothing is done.
//
// Arrange is called by one thread at a time; each worker notes its place itself, at any time.
class WorkerPlacement {
 public:
  // Workers may use the processors that the calling thread may use now; worker 0 is whoever calls
  // Arrange.
  explicit WorkerPlacement(int workers);

  // Before workers are woken: threads[w - 1] is worker w.
  void Arrange(const std::vector<pthread_t>& threads);

  // Notes where the calling thread, worker `worker`, runs.
  void Note(int worker) { used_last_[worker].store(sched_getcpu(), std::memory_order_relaxed); }

 private:
  cpu_set_t allowed_;
  std::vector<std::atomic<int>> used_last_;  // of worker w at w
  std::vector<cpu_set_t> told_;              // what the system was told last of worker w, at w
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_PARALLEL_WORKER_PLACEMENT_H_
