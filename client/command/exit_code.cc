#include "client/command/exit_code.h"

#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace headwise {
namespace {

constexpr char kPayload[] = "headwise/exit_code";

}  // namespace

absl::Status WithExitCode(absl::Status status, ExitCode code) {
  if (!status.ok()) status.SetPayload(kPayload, absl::Cord(absl::StrCat(static_cast<int>(code))));
  return status;
}

absl::Status UsageError(absl::string_view text) {
  return WithExitCode(absl::InvalidArgumentError(text), kExitUsage);
}

ExitCode ExitCodeOf(const absl::Status& status) {
  int code = 0;
  const auto payload = status.GetPayload(kPayload);
  if (payload.has_value() && absl::SimpleAtoi(std::string(*payload), &code)) {
    return static_cast<ExitCode>(code);
  }
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kExitOk;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return kExitData;
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
      return kExitNoInput;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kUnimplemented:
      return kExitUnavailable;
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kAborted:
      return kExitTemporary;
    default:
      return kExitInternal;
  }
}

}  // namespace headwise
