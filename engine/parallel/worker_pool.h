// The threads that compute.
#ifndef HEADWISE_ENGINE_PARALLEL_WORKER_POOL_H_
#define HEADWISE_ENGINE_PARALLEL_WORKER_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "engine/parallel/worker_placement.h"

namespace headwise {

// A fixed number of workers, one of which is the thread that calls Run; the others are threads
// of the pool's own, which stay awake for a moment after a call and then sleep, and which keep off
// each other's processors (worker_placement.h). Each worker has an index in 0..size()-1, so that a
// body can keep scratch per worker. OpenMP is held to one thread in every worker (see
// one_openmp_thread.h).
//
// Thread-safe: calls of Run from several threads run one after the other. Run must not be called
// from a body.
class WorkerPool {
 public:
  // Called for each item, by any worker; must not throw.
  using Body = absl::FunctionRef<void(int worker, std::int64_t item)>;

  // How a Run is spread. Small work is finished sooner than a sleeping thread wakes up.
  enum class Spread { kAllWorkers, kCallerOnly };

  // INVALID_ARGUMENT unless 1 <= workers <= 1024; RESOURCE_EXHAUSTED if the system refuses a
  // thread.
  static absl::StatusOr<std::unique_ptr<WorkerPool>> Create(int workers);
  ~WorkerPool();

  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int size() const { return static_cast<int>(busy_ns_.size()); }

  // Calls body(worker, item) once for every item in 0..items-1, handing items out in order, and
  // returns when all calls have returned.
  void Run(std::int64_t items, Spread spread, Body body);

  // Time that workers spent in bodies, summed over the workers since Create.
  double busy_seconds() const;

 private:
  struct Job {
    Body body;
    std::int64_t items;
    std::atomic<std::int64_t> next{0};
  };

  explicit WorkerPool(int workers);

  void Post(Job& job);
  void Withdraw();  // and waits for those who are at it
  void WorkerLoop(int worker);
  // The job after number `seen`; nullptr if the pool closes.
  Job* NextJob(int worker, std::uint64_t& seen);
  void WorkOn(int worker, Job& job);

  std::mutex run_mutex_;  // one Run at a time

  std::mutex mutex_;  // guards the members below
  std::condition_variable job_posted_;
  std::condition_variable job_left_;
  Job* job_ = nullptr;
  std::atomic<std::uint64_t> job_number_{0};
  WorkerPlacement placement_;
  std::atomic<int> workers_on_job_{0};
  bool closing_ = false;

  std::vector<std::atomic<std::int64_t>> busy_ns_;  // one per worker
  std::vector<std::thread> threads_;                // workers 1..size()-1
  std::vector<pthread_t> thread_handles_;           // theirs
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_PARALLEL_WORKER_POOL_H_
