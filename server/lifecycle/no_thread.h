// What is said when the system refuses a thread.
#ifndef HEADWISE_SERVER_LIFECYCLE_NO_THREAD_H_
#define HEADWISE_SERVER_LIFECYCLE_NO_THREAD_H_

#include "absl/status/status.h"

namespace headwise {

inline absl::Status NoThread() {
  return absl::ResourceExhaustedError(
      "the system refused a thread; raise its limit on threads or on memory");
}

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_NO_THREAD_H_
