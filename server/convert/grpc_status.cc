#include "server/convert/grpc_status.h"

#include <string>

#include "absl/strings/str_replace.h"

namespace headwise {
namespace {

constexpr std::size_t kLongestMessage = 1024;

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const absl::string_view message = status.message();
  std::string text = absl::StrReplaceAll(message.substr(0, kLongestMessage), {{"\n", " "}});
  if (message.size() > kLongestMessage) text += "...";
  // Both libraries use the canonical codes.
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), text);
}

}  // namespace headwise
