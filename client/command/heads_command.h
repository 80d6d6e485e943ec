// headwise heads MODEL LAYER --input FILE
#ifndef HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/command/attend_flags.h"
#include "client/command/command.h"
#include "client/command/head_maps.h"
#include "client/command/heads_report.h"
#include "client/command/picture_flags.h"

namespace headwise {

class Progress;

// A table of what each head of a layer does with an input, and how long it takes: the server's
// statistics and times. Times come from requests of their own, as statistics would be part of
// them. --top-keys also lists what heads look at, --png draws the attention maps.
class HeadsCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  // What the request's shapes say, and the tokens' labels.
  absl::StatusOr<HeadsReport> StartReport(const v1::AttendRequest& request) const;
  absl::Status AskStatistics(const Client& client, v1::AttendRequest request,
                             HeadsReport* report) const;
  absl::StatusOr<v1::TopKeySelection> SelectTopKeys(const v1::AttendRequest& request,
                                                    const HeadsReport& report) const;
  absl::Status DrawMaps(const Client& client, const v1::AttendRequest& request,
                        const v1::GetModelResponse& model, HeadsReport* report,
                        Progress* progress) const;
  absl::StatusOr<HeadsReport> Examine(const Client& client, v1::AttendRequest request,
                                      Progress* progress) const;

  bool all_rows() const { return rows_.empty() || rows_ == "all"; }

  AttendFlags flags_;
  PictureFlags picture_;
  std::string rows_;
  int top_keys_ = 0;
  int runs_ = 3;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_HEADS_COMMAND_H_
