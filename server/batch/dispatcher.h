// Takes batches from the queue and has them computed.
#ifndef HEADWISE_SERVER_BATCH_DISPATCHER_H_
#define HEADWISE_SERVER_BATCH_DISPATCHER_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "server/admit/clock.h"
#include "server/admit/job_queue.h"
#include "server/batch/batch_runner.h"

namespace headwise {

// One step of dispatching. Borrows all three, which must outlive it. Thread-compatible.
class Dispatcher {
 public:
  Dispatcher(JobQueue& queue, const Clock& clock, BatchRunner& runner)
      : queue_(queue), clock_(clock), runner_(runner) {}

  // Waits for a batch, answers its expired jobs with DEADLINE_EXCEEDED, drops the answered ones
  // and runs the rest. False once the queue is closed and empty.
  bool RunOne();

 private:
  JobQueue& queue_;
  const Clock& clock_;
  BatchRunner& runner_;
};

// The thread that dispatches until the queue is closed and empty. Owned by the server; the
// destructor closes the queue and waits for what is left.
class DispatcherThread {
 public:
  DispatcherThread(JobQueue& queue, const Clock& clock, BatchRunner& runner);
  ~DispatcherThread();

  // Waits at most `timeout` for the last job after JobQueue::Close. True if it was reached.
  // Thread-safe.
  bool WaitUntilDone(std::chrono::nanoseconds timeout);

 private:
  void Run();

  JobQueue& queue_;
  Dispatcher dispatcher_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_BATCH_DISPATCHER_H_
