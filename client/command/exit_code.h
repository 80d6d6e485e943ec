// Exit codes of the command, after sysexits.h.
#ifndef HEADWISE_CLIENT_COMMAND_EXIT_CODE_H_
#define HEADWISE_CLIENT_COMMAND_EXIT_CODE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace headwise {

enum ExitCode : int {
  kExitOk = 0,
  kExitDifferent = 1,     // values differ, or a service is not serving
  kExitUsage = 64,        // command line
  kExitData = 65,         // a file's content, or a request that the server refused
  kExitNoInput = 66,      // no such file, folder, tensor, model or layer, or not readable
  kExitUnavailable = 69,  // no server, or it does not do this
  kExitInternal = 70,
  kExitSystem = 71,        // memory
  kExitCannotCreate = 73,  // output file
  kExitIo = 74,
  kExitTemporary = 75,  // a full queue, a timeout: try again
};

// A mistake on the command line.
absl::Status UsageError(absl::string_view text);

// `status` with an exit code of its own instead of its status code's.
absl::Status WithExitCode(absl::Status status, ExitCode code);

// The exit code that WithExitCode or UsageError put there, else that of the status code.
ExitCode ExitCodeOf(const absl::Status& status);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_EXIT_CODE_H_
