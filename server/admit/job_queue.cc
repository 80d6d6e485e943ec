#include "server/admit/job_queue.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/admit/reject_reason.h"

namespace headwise {
namespace {

absl::Status Full(absl::string_view what, std::int64_t used, std::int64_t limit) {
  return Rejected(absl::StatusCode::kResourceExhausted, RejectReason::kQueueFull,
                  absl::StrCat("the queue is full: ", used, " ", what, " wait, the limit is ",
                               limit, "; retry later"));
}

absl::Status OverBudget(std::int64_t used, std::int64_t more, std::int64_t limit) {
  return Rejected(absl::StatusCode::kResourceExhausted, RejectReason::kBudget,
                  absl::StrCat("requests and their answers take ", used, " bytes, this one ", more,
                               " more, the limit is ", limit, "; retry later"));
}

}  // namespace

absl::Status JobQueue::CheckRoom(const JobCost& cost) const {
  if (closed_) {
    return Rejected(absl::StatusCode::kUnavailable, RejectReason::kDraining,
                    "the server is shutting down; retry on another one");
  }
  const auto waiting = static_cast<std::int64_t>(jobs_.size());
  if (waiting >= limits_.requests) {
    return Full("requests", waiting, limits_.requests);
  }
  if (cost.tokens > limits_.tokens - used_.tokens) {
    return Full("tokens", used_.tokens, limits_.tokens);
  }
  if (cost.bytes > limits_.bytes - used_.bytes) {
    return OverBudget(used_.bytes, cost.bytes, limits_.bytes);
  }
  return absl::OkStatus();
}

absl::Status JobQueue::Push(std::shared_ptr<Job> job) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (absl::Status status = CheckRoom(job->cost()); !status.ok()) return status;
  used_.tokens += job->cost().tokens;
  used_.bytes += job->cost().bytes;
  job->OnEnqueued();
  jobs_.push_back(std::move(job));
  filled_.notify_one();
  return absl::OkStatus();
}

void JobQueue::GiveBack(const JobCost& cost) {
  const std::lock_guard<std::mutex> lock(mutex_);
  used_.bytes -= cost.bytes;
}

bool JobQueue::Withdraw(const Job& job) {
  std::shared_ptr<Job> withdrawn;  // freed after the lock
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = std::find_if(jobs_.begin(), jobs_.end(),
                               [&job](const auto& waiting) { return waiting.get() == &job; });
  if (it == jobs_.end()) return false;
  withdrawn = std::move(*it);
  jobs_.erase(it);
  Release(*withdrawn);
  return true;
}

std::vector<std::shared_ptr<Job>> JobQueue::TakeBatch() {
  std::unique_lock<std::mutex> lock(mutex_);
  filled_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
  std::vector<std::shared_ptr<Job>> batch;
  if (!jobs_.empty()) batch.push_back(TakeFront());
  return batch;
}

void JobQueue::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  closed_ = true;
  filled_.notify_all();
}

QueueLimits JobQueue::waiting() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {static_cast<std::int64_t>(jobs_.size()), used_.tokens, used_.bytes};
}

std::shared_ptr<Job> JobQueue::TakeFront() {
  std::shared_ptr<Job> job = std::move(jobs_.front());
  jobs_.pop_front();
  Release(*job);
  return job;
}

void JobQueue::Release(Job& job) {
  used_.tokens -= job.cost().tokens;
  job.OnDequeued();
}

}  // namespace headwise
