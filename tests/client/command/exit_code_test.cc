#include "client/command/exit_code.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(ExitCodeTest, OfEachStatusCode) {
  const std::pair<absl::StatusCode, ExitCode> cases[] = {
      {absl::StatusCode::kOk, kExitOk},
      {absl::StatusCode::kInvalidArgument, kExitData},
      {absl::StatusCode::kOutOfRange, kExitData},
      {absl::StatusCode::kNotFound, kExitNoInput},
      {absl::StatusCode::kPermissionDenied, kExitNoInput},
      {absl::StatusCode::kUnavailable, kExitUnavailable},
      {absl::StatusCode::kUnimplemented, kExitUnavailable},
      {absl::StatusCode::kResourceExhausted, kExitTemporary},
      {absl::StatusCode::kDeadlineExceeded, kExitTemporary},
      {absl::StatusCode::kInternal, kExitInternal},
      {absl::StatusCode::kUnknown, kExitInternal},
  };
  for (const auto& [code, exit_code] : cases) {
    EXPECT_EQ(ExitCodeOf(absl::Status(code, "text")), exit_code) << code;
  }
}

TEST(ExitCodeTest, OfAUsageError) {
  EXPECT_EQ(ExitCodeOf(UsageError("text")), kExitUsage);
  EXPECT_EQ(UsageError("text").message(), "text");
}

TEST(ExitCodeTest, OfItsOwn) {
  EXPECT_EQ(ExitCodeOf(WithExitCode(absl::InternalError("x"), kExitCannotCreate)),
            kExitCannotCreate);
  EXPECT_EQ(ExitCodeOf(WithExitCode(absl::OkStatus(), kExitCannotCreate)), kExitOk);
}

}  // namespace
}  // namespace headwise
