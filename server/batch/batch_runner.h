// What computes batches.
#ifndef HEADWISE_SERVER_BATCH_BATCH_RUNNER_H_
#define HEADWISE_SERVER_BATCH_BATCH_RUNNER_H_

#include <memory>

#include "absl/types/span.h"
#include "server/admit/job.h"

namespace headwise {

// Called by one thread at a time.
class BatchRunner {
 public:
  virtual ~BatchRunner() = default;

  // Computes jobs of one group and completes each of them before it returns. A job may be
  // answered (cancelled, expired) by another thread meanwhile.
  virtual void Run(absl::Span<const std::shared_ptr<Job>> batch) = 0;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_BATCH_BATCH_RUNNER_H_
