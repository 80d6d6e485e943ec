// gRPC's own log lines in ours.
#ifndef HEADWISE_SERVER_LIFECYCLE_GRPC_LOG_H_
#define HEADWISE_SERVER_LIFECYCLE_GRPC_LOG_H_

#include "server/log/logger.h"

namespace headwise {

// While it lives, what gRPC has to say goes to the logger; afterwards it is dropped. gRPC's log is
// one for the process, so that at most one of these may live at a time. GRPC_VERBOSITY says, as
// always, from which level on gRPC speaks at all. Borrows the logger. Thread-safe.
class GrpcLog {
 public:
  explicit GrpcLog(const Logger& logger);
  ~GrpcLog();
  GrpcLog(const GrpcLog&) = delete;
  GrpcLog& operator=(const GrpcLog&) = delete;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_GRPC_LOG_H_
