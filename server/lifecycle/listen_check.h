// What gRPC does not look at before it listens.
#ifndef HEADWISE_SERVER_LIFECYCLE_LISTEN_CHECK_H_
#define HEADWISE_SERVER_LIFECYCLE_LISTEN_CHECK_H_

#include "absl/status/status.h"
#include "server/options/address.h"

namespace headwise {

// gRPC replaces a Unix socket that another server listens on: that one would run on unreachable.
// UNAVAILABLE if something answers there; INVALID_ARGUMENT if the path is too long for a socket. A
// socket that nobody listens on any more is free.
absl::Status CheckListen(const Address& listen);

// Why gRPC may have refused the address: UNAVAILABLE.
absl::Status CannotListen(const Address& listen);

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_LISTEN_CHECK_H_
