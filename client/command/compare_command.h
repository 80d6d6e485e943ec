// headwise compare [MODEL LAYER --input FILE]
#ifndef HEADWISE_CLIENT_COMMAND_COMPARE_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_COMPARE_COMMAND_H_

#include <string>

#include "client/command/attend_flags.h"
#include "client/command/command.h"
#include "client/command/comparison.h"
#include "client/command/local_comparison.h"

namespace headwise {

// Shows that one head, stacked heads and fused heads are the same attention, and what they
// cost: with random weights on this machine, or with a served model's layer. --png also draws
// the cost.
class CompareCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  absl::StatusOr<Comparison> CompareHere(const Console& console);
  absl::StatusOr<Comparison> CompareThere(const GlobalOptions& global,
                                          const Console& console) const;

  AttendFlags flags_;
  LocalComparisonOptions local_;
  std::string heads_ = "1,2,4,8,16";
  std::string png_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_COMPARE_COMMAND_H_
