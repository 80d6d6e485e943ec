#include "server/admit/job.h"

namespace headwise {

bool Job::Complete(const absl::Status& status) {
  if (answered_.exchange(true, std::memory_order_acq_rel)) return false;
  OnAnswered(status);
  return true;
}

bool Job::Abandon(const absl::Status& status) {
  stop_.store(true, std::memory_order_relaxed);
  return Complete(status);
}

}  // namespace headwise
