#include "server/services/small_message.h"

#include "absl/strings/str_cat.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "grpcpp/support/slice.h"
#include "server/convert/attend_request.h"

namespace headwise {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 10;

}  // namespace

absl::Status ParseSmall(const grpc::ByteBuffer& bytes, google::protobuf::Message& message) {
  if (!bytes.Valid()) return NoMessage();
  if (bytes.Length() > kMostBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("request: expected at most ", kMostBytes, " bytes, got ", bytes.Length()));
  }
  grpc::ByteBuffer shared = bytes;  // the reader wants it mutable; this shares the slices
  grpc::ProtoBufferReader reader(&shared);
  if (reader.status().ok() && message.ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("request: expected a ",
                                                 message.GetDescriptor()->full_name(), ", got ",
                                                 bytes.Length(), " bytes that are none"));
}

grpc::ByteBuffer Encode(const google::protobuf::Message& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace headwise
