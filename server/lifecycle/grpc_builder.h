// How the gRPC server is set up.
#ifndef HEADWISE_SERVER_LIFECYCLE_GRPC_BUILDER_H_
#define HEADWISE_SERVER_LIFECYCLE_GRPC_BUILDER_H_

#include "grpcpp/server_builder.h"
#include "server/options/options.h"

namespace headwise {

// Limits, keepalive and connection ages as `options` say, and what is always so: a taken port is
// an error, handshakes are bounded, and compressed messages are refused, since gRPC would inflate
// a bomb whole before it looks at the limit.
void Configure(const Options& options, grpc::ServerBuilder& builder);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_GRPC_BUILDER_H_
