#include "server/batch/attend_runner.h"

#include <cstdint>
#include <new>
#include <vector>

#include "absl/status/status.h"
#include "server/admit/reject_reason.h"
#include "server/batch/attend_job.h"

namespace headwise {
namespace {

using Jobs = std::vector<AttendJob*>;

// Runs f; short memory completes the job.
template <typename F>
bool WithMemory(AttendJob& job, F f) {
  try {
    f();
    return true;
  } catch (const std::bad_alloc&) {
    job.Complete(OutOfMemory());
    return false;
  }
}

Jobs BeginAll(absl::Span<const std::shared_ptr<Job>> batch, Clock::Time now) {
  Jobs jobs;
  for (const std::shared_ptr<Job>& shared : batch) {
    auto* job = static_cast<AttendJob*>(shared.get());
    if (WithMemory(*job, [&] { job->Begin(now); })) jobs.push_back(job);
  }
  return jobs;
}

void Compute(const Jobs& jobs) {
  std::vector<AttentionTask*> tasks;
  for (AttendJob* job : jobs) tasks.push_back(&job->task());
  try {
    jobs[0]->layer().Attend(absl::MakeSpan(tasks));
  } catch (const std::bad_alloc&) {
    for (AttentionTask* task : tasks) task->status = OutOfMemory();
  }
}

void CountBatch(const Jobs& jobs) {
  std::int64_t tokens = 0;
  for (const AttendJob* job : jobs) tokens += job->tokens();
  jobs[0]->metrics().ObserveBatch(static_cast<std::int64_t>(jobs.size()), tokens);
}

}  // namespace

void AttendRunner::Run(absl::Span<const std::shared_ptr<Job>> batch) {
  const Jobs jobs = BeginAll(batch, clock_.Now());
  if (jobs.empty()) return;
  Compute(jobs);
  CountBatch(jobs);
  for (AttendJob* job : jobs) {
    WithMemory(*job, [&] { job->Finish(); });
  }
}

}  // namespace headwise
