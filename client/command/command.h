// A subcommand.
#ifndef HEADWISE_CLIENT_COMMAND_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_COMMAND_H_

#include "absl/status/statusor.h"
#include "client/command/console.h"
#include "client/command/exit_code.h"
#include "client/command/global_options.h"

namespace headwise {

// Owned by the command line, which calls Declare once and then, if the user asked for it, Run.
// One thread. Error texts say what was wrong and what to do, on one line.
class Command {
 public:
  virtual ~Command() = default;

  // Adds the subcommand to `app` and returns it. `global` outlives both.
  virtual CLI::App* Declare(CLI::App& app, GlobalOptions& global) = 0;

  // Does the work; the answer goes to console.out.
  virtual absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) = 0;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_COMMAND_H_
