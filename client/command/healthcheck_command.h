// headwise healthcheck
#ifndef HEADWISE_CLIENT_COMMAND_HEALTHCHECK_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_HEALTHCHECK_COMMAND_H_

#include <string>

#include "client/command/command.h"

namespace headwise {

// Asks a server's health service; for containers and scripts. kExitOk if it says SERVING,
// kExitDifferent for any other answer and for none.
class HealthcheckCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  std::string service_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEALTHCHECK_COMMAND_H_
