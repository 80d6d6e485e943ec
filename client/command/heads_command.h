// headwise heads MODEL LAYER --input FILE
#ifndef HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_

#include <cstdint>
#include <string>

#include "client/command/attend_flags.h"
#include "client/command/command.h"
#include "client/command/head_maps.h"
#include "client/command/heads_report.h"
#include "client/command/picture_flags.h"
#include "client/command/row_plan.h"

namespace headwise {

class Progress;

// A table of what each head of a layer does with an input, and how long it takes. Times come
// from requests of their own, as probabilities would be part of them. --png also draws the
// attention maps.
class HeadsCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  absl::StatusOr<HeadsReport> Examine(const Client& client, const v1::AttendRequest& request,
                                      Progress* progress) const;
  absl::Status MeasureTimes(const Client& client, v1::AttendRequest request,
                            HeadsReport* report) const;
  // `maps` is null without a picture, here and below.
  absl::Status AskRows(const Client& client, const v1::AttendRequest& request,
                       std::int64_t message_bytes, HeadMaps* maps, HeadsReport* report,
                       Progress* progress) const;
  absl::StatusOr<RowPlan> PlanRows(std::int64_t message_bytes, const HeadsReport& report,
                                   const HeadMaps* maps) const;

  AttendFlags flags_;
  PictureFlags picture_;
  std::string rows_;
  int runs_ = 3;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
