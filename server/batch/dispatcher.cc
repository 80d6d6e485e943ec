#include "server/batch/dispatcher.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/status/status.h"

namespace headwise {
namespace {

using Batch = std::vector<std::shared_ptr<Job>>;

void DropUnwanted(Batch& batch, Clock::Time now) {
  for (const std::shared_ptr<Job>& job : batch) {
    if (job->deadline() <= now) {
      job->Abandon(absl::DeadlineExceededError("the deadline passed while the request waited"));
    }
  }
  batch.erase(
      std::remove_if(batch.begin(), batch.end(), [](const auto& job) { return job->answered(); }),
      batch.end());
}

}  // namespace

bool Dispatcher::RunOne() {
  Batch batch = queue_.TakeBatch();
  if (batch.empty()) return false;
  DropUnwanted(batch, clock_.Now());
  if (batch.empty()) return true;
  runner_.Run(batch);
  for (const std::shared_ptr<Job>& job : batch) {
    job->Complete(absl::InternalError("the batch ended without an answer"));
  }
  return true;
}

DispatcherThread::DispatcherThread(JobQueue& queue, const Clock& clock, BatchRunner& runner)
    : queue_(queue), dispatcher_(queue, clock, runner), thread_([this] { Run(); }) {}

DispatcherThread::~DispatcherThread() {
  queue_.Close();
  thread_.join();
}

bool DispatcherThread::WaitUntilDone(std::chrono::nanoseconds timeout) {
  std::unique_lock<std::mutex> lock(mutex_);
  return done_changed_.wait_for(lock, timeout, [this] { return done_; });
}

void DispatcherThread::Run() {
  while (dispatcher_.RunOne()) {
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  done_ = true;
  done_changed_.notify_all();
}

}  // namespace headwise
