#include "engine/parallel/worker_pool.h"

#include <chrono>
#include <cstdint>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/parallel/one_openmp_thread.h"

namespace headwise {
namespace {

std::int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Long enough for the caller's work between two Runs of a request and for the last item of a Run.
// Waking a sleeping thread can take as long, in a virtual machine longer.
constexpr std::int64_t kAwakeNs = 100'000;

// Returns when `ready()` or after kAwakeNs. Others that want the processor get it meanwhile.
template <typename Ready>
void StayAwakeUntil(Ready ready) {
  const std::int64_t end = NowNs() + kAwakeNs;
  while (!ready() && NowNs() < end) std::this_thread::yield();
}

}  // namespace

absl::StatusOr<std::unique_ptr<WorkerPool>> WorkerPool::Create(int workers) {
  constexpr int kMaxWorkers = 1024;
  if (workers < 1 || workers > kMaxWorkers) {
    return absl::InvalidArgumentError(
        absl::StrCat("workers: expected 1 to ", kMaxWorkers, ", got ", workers));
  }
  auto pool = std::unique_ptr<WorkerPool>(new WorkerPool(workers));
  try {
    for (int worker = 1; worker < workers; ++worker) {
      pool->threads_.emplace_back([raw = pool.get(), worker] { raw->WorkerLoop(worker); });
      pool->thread_handles_.push_back(pool->threads_.back().native_handle());
    }
  } catch (const std::system_error&) {
    return absl::ResourceExhaustedError(
        absl::StrCat("workers: the system refused thread ", pool->threads_.size() + 2, " of ",
                     workers, "; raise its limit on threads or ask for fewer workers"));
  }
  return pool;
}

WorkerPool::WorkerPool(int workers) : placement_(workers), busy_ns_(workers) {}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  job_posted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::Run(std::int64_t items, Spread spread, Body body) {
  if (items <= 0) return;
  std::lock_guard<std::mutex> run_lock(run_mutex_);
  OneOpenMpThread one_thread;
  Job job{body, items};
  if (spread == Spread::kCallerOnly || items == 1 || threads_.empty()) return WorkOn(0, job);
  Post(job);
  WorkOn(0, job);
  Withdraw();
}

void WorkerPool::Post(Job& job) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    job_ = &job;
    job_number_.fetch_add(1, std::memory_order_release);
    placement_.Arrange(thread_handles_);
  }
  job_posted_.notify_all();
}

void WorkerPool::Withdraw() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    // A worker that has not begun by now finds no job any more.
    job_ = nullptr;
  }
  StayAwakeUntil([this] { return workers_on_job_.load(std::memory_order_acquire) == 0; });
  std::unique_lock<std::mutex> lock(mutex_);
  job_left_.wait(lock, [this] { return workers_on_job_ == 0; });
}

void WorkerPool::WorkerLoop(int worker) {
  OneOpenMpThread one_thread;
  std::uint64_t seen = 0;
  while (Job* job = NextJob(worker, seen)) {
    WorkOn(worker, *job);
    std::lock_guard<std::mutex> lock(mutex_);
    if (--workers_on_job_ == 0) job_left_.notify_one();
  }
}

WorkerPool::Job* WorkerPool::NextJob(int worker, std::uint64_t& seen) {
  StayAwakeUntil([&] {
    placement_.Note(worker);
    return job_number_.load(std::memory_order_acquire) != seen;
  });
  std::unique_lock<std::mutex> lock(mutex_);
  while (!closing_ && (job_ == nullptr || job_number_ == seen)) {
    placement_.Note(worker);
    job_posted_.wait(lock);
  }
  if (closing_) return nullptr;
  seen = job_number_;
  ++workers_on_job_;
  return job_;
}

void WorkerPool::WorkOn(int worker, Job& job) {
  const std::int64_t begin = NowNs();
  while (true) {
    const std::int64_t item = job.next.fetch_add(1, std::memory_order_relaxed);
    if (item >= job.items) break;
    job.body(worker, item);
  }
  busy_ns_[worker].fetch_add(NowNs() - begin, std::memory_order_relaxed);
}

double WorkerPool::busy_seconds() const {
  std::int64_t sum = 0;
  for (const std::atomic<std::int64_t>& ns : busy_ns_) sum += ns.load(std::memory_order_relaxed);
  return static_cast<double>(sum) * 1e-9;
}

}  // namespace headwise
