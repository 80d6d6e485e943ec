// What a long-lived process wants of the system before it opens anything.
#ifndef HEADWISE_SERVER_LIFECYCLE_PROCESS_SETUP_H_
#define HEADWISE_SERVER_LIFECYCLE_PROCESS_SETUP_H_

namespace headwise {

// All of the below. Call first in main, before any other thread was made.
void SetUpProcess();

// Opens /dev/null for each of the standard streams that came closed: otherwise a socket gets its
// number, and log lines are written into it.
void OpenStandardStreams();

// Raises the limit on open descriptors to what the system allows at most. Once connections have
// used it up, gRPC's listener accepts none any more, even after they are gone.
void RaiseDescriptorLimit();

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_PROCESS_SETUP_H_
