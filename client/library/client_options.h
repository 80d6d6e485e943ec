// How a Client reaches its server.
#ifndef HEADWISE_CLIENT_LIBRARY_CLIENT_OPTIONS_H_
#define HEADWISE_CLIENT_LIBRARY_CLIENT_OPTIONS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace headwise {

struct ClientOptions {
  // "HOST:PORT", "unix:PATH" or any other address that gRPC knows. No TLS.
  std::string target = "localhost:50051";
  // Of one call, with its retries. absl::InfiniteDuration() waits for ever.
  absl::Duration timeout = absl::Seconds(30);
  // Largest request and answer, in bytes of the encoded message. The server has a limit of its
  // own (`--max-message-bytes`), which GetModel tells; the default is that limit's default and
  // some slack.
  std::int64_t max_message_bytes = (std::int64_t{64} << 20) + (std::int64_t{1} << 20);
  // Attempts of one call while the server is UNAVAILABLE, in 1..5. gRPC waits 0.1 s before the
  // second, and twice as long before each further one.
  int max_attempts = 4;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_LIBRARY_CLIENT_OPTIONS_H_
