#include "server/convert/grpc_status.h"

#include <string>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(GrpcStatusTest, CodesAreTheSame) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "why");
    EXPECT_EQ(ToGrpcStatus(status).error_code(), code);
    EXPECT_EQ(ToGrpcStatus(status).error_message(), "why");
  }
  EXPECT_EQ(ToGrpcStatus(absl::InvalidArgumentError("")).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

TEST(GrpcStatusTest, OkHasNoMessage) { EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok()); }

TEST(GrpcStatusTest, MessagesAreBoundedAndOnOneLine) {
  const grpc::Status status =
      ToGrpcStatus(absl::InternalError("two\nlines" + std::string(5000, 'x')));
  EXPECT_EQ(status.error_message().size(), 1027u);
  EXPECT_EQ(status.error_message().substr(0, 9), "two lines");
}

}  // namespace
}  // namespace headwise
