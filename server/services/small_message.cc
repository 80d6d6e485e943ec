#include "server/services/small_message.h"

#include "absl/strings/str_cat.h"
#include "grpcpp/support/slice.h"
#include "server/convert/parse_message.h"

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
  return ParseMessage(bytes, message);
}

grpc::ByteBuffer Encode(const google::protobuf::Message& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace headwise
