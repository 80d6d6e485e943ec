// The bridge from gRPC's statuses to absl::Status.
#ifndef HEADWISE_CLIENT_LIBRARY_GRPC_STATUS_H_
#define HEADWISE_CLIENT_LIBRARY_GRPC_STATUS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "grpcpp/support/status.h"

namespace headwise {

// What is known of the call that ended.
struct CallFacts {
  std::string target;
  absl::Duration timeout = absl::InfiniteDuration();
  std::int64_t request_bytes = 0;  // encoded
};

// Keeps the code and, on one line, the server's text. gRPC's own texts of the usual troubles
// (nobody listens, unknown host, message limit, timeout, not a headwise server) become texts
// that say what to do; a message limit becomes OUT_OF_RANGE, because waiting does not help.
// Thread-safe.
absl::Status StatusFromGrpc(const grpc::Status& status, const CallFacts& facts);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_LIBRARY_GRPC_STATUS_H_
