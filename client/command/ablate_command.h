// headwise ablate MODEL LAYER --input FILE
#ifndef HEADWISE_CLIENT_COMMAND_ABLATE_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_ABLATE_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/command/attend_flags.h"
#include "client/command/command.h"

namespace headwise {

// Ranks a layer's heads by how much its output changes without each.
class AblateCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  // What is switched off in turn, of a layer with `heads` heads.
  absl::StatusOr<std::vector<std::vector<std::int64_t>>> Groups(int heads) const;

  AttendFlags flags_;
  std::string heads_;
  std::vector<std::string> groups_;
  std::string png_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ABLATE_COMMAND_H_
