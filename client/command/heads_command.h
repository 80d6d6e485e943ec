// headwise heads MODEL LAYER --input FILE
#ifndef HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_

#include <string>

#include "client/command/attend_flags.h"
#include "client/command/command.h"
#include "client/command/heads_report.h"
#include "client/command/row_plan.h"

namespace headwise {

class Progress;

// A table of what each head of a layer does with an input, and how long it takes. Times come
// from requests of their own, as probabilities would be part of them.
class HeadsCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  absl::StatusOr<HeadsReport> Examine(const Client& client, const v1::AttendRequest& request,
                                      Progress* progress) const;
  absl::Status MeasureTimes(const Client& client, v1::AttendRequest request,
                            HeadsReport* report) const;
  absl::StatusOr<RowPlan> PlanRows(const Client& client, const v1::AttendRequest& request,
                                   const HeadsReport& report) const;

  AttendFlags flags_;
  std::string rows_;
  int runs_ = 3;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
