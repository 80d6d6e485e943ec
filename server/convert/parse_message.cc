#include "server/convert/parse_message.h"

#include "absl/strings/str_cat.h"
#include "grpcpp/support/proto_buffer_reader.h"

namespace headwise {

absl::Status NoMessage() {
  return absl::CancelledError("the call ended before its message was complete");
}

absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message& message) {
  if (!bytes.Valid()) return NoMessage();
  grpc::ByteBuffer shared = bytes;  // the reader wants it mutable; this shares the slices
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("request: expected a ",
                                                 message.GetDescriptor()->full_name(), ", got ",
                                                 bytes.Length(), " bytes that are none"));
}

}  // namespace headwise
