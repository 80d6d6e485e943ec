// The bounded queue between the calls and the computation.
#ifndef HEADWISE_SERVER_ADMIT_JOB_QUEUE_H_
#define HEADWISE_SERVER_ADMIT_JOB_QUEUE_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "server/admit/job.h"

namespace headwise {

// How much may wait. Larger values raise throughput under bursts and, with it, the longest wait.
struct QueueLimits {
  std::int64_t requests = 256;
  std::int64_t tokens = 262144;
  std::int64_t bytes = std::int64_t{1} << 30;  // of what waits, runs or is being sent
};

// First in, first out. Of exactly `limits.requests` waiting jobs the next is refused; the same
// for tokens. A job that runs waits no more. Its bytes, though, are its own until GiveBack: an
// answer on its way to a slow reader takes as much memory as one that is still to come.
//
// Owned by the server. Thread-safe; nothing but TakeBatch blocks.
class JobQueue {
 public:
  explicit JobQueue(QueueLimits limits) : limits_(limits) {}

  // Takes a share of `job` only on success; GiveBack of its cost must then follow, once, when
  // neither request nor answer are needed any more. RESOURCE_EXHAUSTED if the queue is full,
  // UNAVAILABLE after Close. Returns at once.
  absl::Status Push(std::shared_ptr<Job> job);
  void GiveBack(const JobCost& cost);

  // Frees the place of a job that waits. False if it does not wait (any more).
  bool Withdraw(const Job& job);

  // Waits for jobs and takes those that form the next batch: all of one group. Empty once the
  // queue is closed and nothing waits.
  std::vector<std::shared_ptr<Job>> TakeBatch();

  // From now on Push refuses; what waits is still handed out.
  void Close();

  // What waits now; bytes also of what runs or is being sent.
  QueueLimits waiting() const;

 private:
  absl::Status CheckRoom(const JobCost& cost) const;
  std::shared_ptr<Job> TakeFront();
  void Release(Job& job);

  const QueueLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<std::shared_ptr<Job>> jobs_;
  JobCost used_;
  bool closed_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_ADMIT_JOB_QUEUE_H_
