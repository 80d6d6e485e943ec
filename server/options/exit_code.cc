#include "server/options/exit_code.h"

#include <sysexits.h>

namespace headwise {

int ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return EX_OK;
    case absl::StatusCode::kInvalidArgument:
      return EX_USAGE;
    case absl::StatusCode::kFailedPrecondition:
      return EX_CONFIG;
    case absl::StatusCode::kUnavailable:
      return EX_UNAVAILABLE;
    case absl::StatusCode::kResourceExhausted:
      return EX_OSERR;
    default:
      return EX_SOFTWARE;
  }
}

int ExitCodeOfModel(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return EX_NOINPUT;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kUnimplemented:
      return EX_DATAERR;
    default:
      return ExitCodeOf(status);
  }
}

}  // namespace headwise
