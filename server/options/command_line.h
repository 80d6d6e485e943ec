// Reads the options of a server from its command line and its environment.
#ifndef HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_
#define HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/options/options.h"

namespace headwise {

using Environment = std::map<std::string, std::string>;

// The HEADWISE_ variables of this process.
Environment CurrentEnvironment();

struct CommandLine {
  Options options;
  // What to print on standard output before exiting with 0, for --help and --version.
  std::string text;
  // One line each, for the log.
  std::vector<std::string> warnings;
};

// `arguments` without the program's name. A flag on the command line beats its HEADWISE_<FLAG>
// variable, which beats the default; a repeatable flag takes all its values from one source.
//
// Errors: INVALID_ARGUMENT for a wrong command line, FAILED_PRECONDITION for a wrong variable or
// values that do not go together.
absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& arguments,
                                             const Environment& environment);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_COMMAND_LINE_H_
