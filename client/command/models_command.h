// headwise models [NAME]
#ifndef HEADWISE_CLIENT_COMMAND_MODELS_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_MODELS_COMMAND_H_

#include <string>

#include "client/command/command.h"

namespace headwise {

// Lists what a server serves, or describes one model.
class ModelsCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  std::string name_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_MODELS_COMMAND_H_
