// headwise attend MODEL LAYER --input FILE
#ifndef HEADWISE_CLIENT_COMMAND_ATTEND_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_ATTEND_COMMAND_H_

#include <string>

#include "client/command/attend_flags.h"
#include "client/command/command.h"
#include "client/command/output_flags.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Sends embeddings to a layer, shows and writes what comes back. With --expect, kExitDifferent
// if the context vectors differ from the file's beyond the tolerance.
class AttendCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  absl::StatusOr<v1::AttendRequest> MakeRequest() const;
  absl::Status AddOutputs(v1::AttendRequest* request) const;
  // --off needs the layer's number of heads, which the server knows.
  absl::Status SwitchOff(const Client& client, v1::AttendRequest* request) const;

  AttendFlags flags_;
  OutputFlags outputs_;
  std::string form_;
  std::string gates_;
  std::string off_;
  std::string dtype_;
  std::string heads_;
  std::string contributions_;
  bool log_sum_exp_ = false;
  std::string expect_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ATTEND_COMMAND_H_
