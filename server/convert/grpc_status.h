// The one bridge between our statuses and gRPC's.
#ifndef HEADWISE_SERVER_CONVERT_GRPC_STATUS_H_
#define HEADWISE_SERVER_CONVERT_GRPC_STATUS_H_

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace headwise {

// Same code; the message on one line and cut to 1,024 bytes, as trailing metadata is bounded.
grpc::Status ToGrpcStatus(const absl::Status& status);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_GRPC_STATUS_H_
