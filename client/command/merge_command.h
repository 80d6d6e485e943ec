// headwise merge PART PART... --output FILE
#ifndef HEADWISE_CLIENT_COMMAND_MERGE_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_MERGE_COMMAND_H_

#include <string>
#include <vector>

#include "client/command/command.h"

namespace headwise {

// Puts attention of the same queries over disjoint sets of keys together, by log-sum-exp. Needs no
// server.
class MergeCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  std::vector<std::string> parts_;
  std::string context_ = "context";
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_MERGE_COMMAND_H_
