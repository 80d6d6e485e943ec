// headwise inspect DIR
#ifndef HEADWISE_CLIENT_COMMAND_INSPECT_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_INSPECT_COMMAND_H_

#include <string>

#include "client/command/command.h"

namespace headwise {

// Says what the loader recognises in a checkpoint's folder, without a server.
class InspectCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  std::string directory_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_INSPECT_COMMAND_H_
