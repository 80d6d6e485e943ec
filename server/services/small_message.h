// Requests and answers of the methods whose messages are small.
#ifndef HEADWISE_SERVER_SERVICES_SMALL_MESSAGE_H_
#define HEADWISE_SERVER_SERVICES_SMALL_MESSAGE_H_

#include "absl/status/status.h"
#include "google/protobuf/message.h"
#include "grpcpp/support/byte_buffer.h"

namespace headwise {

// Methods take raw bytes and parse them here: gRPC would take any message up to the limit that
// tensors need, which unknown fields blow up forty times in memory, and would answer a malformed
// one with UNIMPLEMENTED and no text.
//
// INVALID_ARGUMENT for more bytes than such a message ever needs, or for bytes that are none;
// CANCELLED if the call ended before its message came. Thread-safe.
absl::Status ParseSmall(const grpc::ByteBuffer& bytes, google::protobuf::Message& message);

grpc::ByteBuffer Encode(const google::protobuf::Message& message);

}  // namespace headwise

#endif  // HEADWISE_SERVER_SERVICES_SMALL_MESSAGE_H_
