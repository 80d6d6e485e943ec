// Computes batches of AttendJobs.
#ifndef HEADWISE_SERVER_BATCH_ATTEND_RUNNER_H_
#define HEADWISE_SERVER_BATCH_ATTEND_RUNNER_H_

#include <memory>

#include "absl/types/span.h"
#include "server/admit/clock.h"
#include "server/batch/batch_runner.h"

namespace headwise {

// The jobs must be AttendJobs of one layer. Short memory becomes RESOURCE_EXHAUSTED here, at the
// tasks' edge. Owned by the server; called by the dispatcher's thread.
class AttendRunner final : public BatchRunner {
 public:
  explicit AttendRunner(const Clock& clock) : clock_(clock) {}
  void Run(absl::Span<const std::shared_ptr<Job>> batch) override;

 private:
  const Clock& clock_;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_BATCH_ATTEND_RUNNER_H_
