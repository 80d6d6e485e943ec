// A request that was accepted: it waits, runs and is answered exactly once.
#ifndef HEADWISE_SERVER_ADMIT_JOB_H_
#define HEADWISE_SERVER_ADMIT_JOB_H_

#include <atomic>
#include <cstdint>

#include "absl/status/status.h"
#include "server/admit/clock.h"

namespace headwise {

// What a job takes of the queue's limits.
struct JobCost {
  std::int64_t tokens = 0;
  std::int64_t bytes = 0;
};

// Shared by the call that waits for its answer and by the queue or batch that works on it, so
// that a cancelled call can be answered while the computation still winds down. Derived classes
// own the storage of request and response.
//
// Complete and Abandon are thread-safe and race freely: the first one answers.
class Job {
 public:
  // Jobs of one `group` (a layer of a model's generation) may share a batch.
  Job(const void* group, JobCost cost, Clock::Time deadline)
      : group_(group), cost_(cost), deadline_(deadline) {}
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const void* group() const { return group_; }
  const JobCost& cost() const { return cost_; }
  Clock::Time deadline() const { return deadline_; }

  // Answers with `status` unless that happened already. True for the call that answered.
  bool Complete(const absl::Status& status);
  // The same, and asks a running computation to stop.
  bool Abandon(const absl::Status& status);

  bool answered() const { return answered_.load(std::memory_order_acquire); }
  // Set once nobody waits for the result.
  const std::atomic<bool>& stop() const { return stop_; }

  // Told by the queue, under its lock: the job began, or ceased, to wait.
  virtual void OnEnqueued() {}
  virtual void OnDequeued() {}

 protected:
  // Called once, by the thread that answered.
  virtual void OnAnswered(const absl::Status& status) = 0;

 private:
  const void* const group_;
  const JobCost cost_;
  const Clock::Time deadline_;
  std::atomic<bool> answered_{false};
  std::atomic<bool> stop_{false};
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_ADMIT_JOB_H_
