// From a call's bytes to its message.
#ifndef HEADWISE_SERVER_CONVERT_PARSE_MESSAGE_H_
#define HEADWISE_SERVER_CONVERT_PARSE_MESSAGE_H_

#include "absl/status/status.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"

namespace headwise {

// What a call whose message never came is answered with: its client has gone.
absl::Status NoMessage();

// INVALID_ARGUMENT if the bytes are no such message, NoMessage if there are none at all.
// Thread-safe.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message& message);

}  // namespace headwise

#endif  // HEADWISE_SERVER_CONVERT_PARSE_MESSAGE_H_
