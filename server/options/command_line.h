// Reads the options of a server from its command line, its environment and its file.
#ifndef HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_
#define HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/log/log_line.h"
#include "server/options/options.h"
#include "server/options/settings.h"

namespace headwise {

// The HEADWISE_ variables of this process.
Environment CurrentEnvironment();

struct CommandLine {
  Options options;
  // What to print on standard output before exiting with 0, for --help, --version and
  // --print-config.
  std::string text;
  // One line each, for the log.
  std::vector<std::string> warnings;
};

// `arguments` without the program's name. Reads the configuration file if one is named; the
// sources' order is that of ChooseSettings. With --print-config, values that do not go together
// are a warning.
//
// Errors: INVALID_ARGUMENT for a wrong command line, FAILED_PRECONDITION for a wrong variable or
// file, or values that do not go together.
absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& arguments,
                                             const Environment& environment);

// How an error of ParseCommandLine should be written, as far as arguments that may be wrong and
// the environment tell.
LogFormat FormatOfErrors(const std::vector<std::string>& arguments, const Environment& environment);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_
