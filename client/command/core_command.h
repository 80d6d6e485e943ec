// headwise core --queries FILE --keys FILE --values FILE
#ifndef HEADWISE_CLIENT_COMMAND_CORE_COMMAND_H_
#define HEADWISE_CLIENT_COMMAND_CORE_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/command/command.h"
#include "client/command/output_flags.h"
#include "headwise/v1/attention.pb.h"

namespace headwise {

// Attention alone, without a model: queries, keys and values in, head contexts and log-sum-exp out.
class CoreCommand final : public Command {
 public:
  CLI::App* Declare(CLI::App& app, GlobalOptions& global) override;
  absl::StatusOr<ExitCode> Run(const GlobalOptions& global, const Console& console) override;

 private:
  void DeclareRules(CLI::App& sub);
  absl::StatusOr<v1::AttendCoreRequest> MakeRequest() const;
  absl::Status AddTensors(v1::AttendCoreRequest* request) const;
  absl::Status AddLists(v1::AttendCoreRequest* request) const;

  std::string queries_;
  std::string keys_;
  std::string values_;
  std::string key_lengths_;
  std::vector<std::string> masks_;
  bool causal_ = false;
  std::optional<double> scale_;
  std::int64_t window_ = 0;
  double softcap_ = 0;
  std::string alibi_slopes_;
  std::string sinks_;
  std::string dtype_;
  OutputFlags outputs_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_CORE_COMMAND_H_
