// How the process ends, in the numbers of sysexits.h.
#ifndef HEADWISE_SERVER_OPTIONS_EXIT_CODE_H_
#define HEADWISE_SERVER_OPTIONS_EXIT_CODE_H_

#include "absl/status/status.h"

namespace headwise {

// Of an error of ParseCommandLine or Server::Create: EX_USAGE (64) for a wrong command line,
// EX_CONFIG (78) for a wrong variable or combination, EX_UNAVAILABLE (69) for a taken port,
// EX_OSERR (71) when memory or threads are short, else EX_SOFTWARE (70).
int ExitCodeOf(const absl::Status& status);

// Of an error of loading a model: EX_NOINPUT (66) for a missing folder or file, EX_DATAERR (65)
// for one that does not fit, else as above.
int ExitCodeOfModel(const absl::Status& status);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_EXIT_CODE_H_
