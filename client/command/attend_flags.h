// The options of subcommands that send an AttendRequest.
#ifndef HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_
#define HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "headwise/v1/attention.pb.h"

namespace CLI {
class App;
}

namespace headwise {

// MODEL LAYER --input --lengths --causal. Thread-compatible.
class AttendFlags {
 public:
  // `required`: the subcommand has no other use than to ask a server.
  void Declare(CLI::App& app, bool required);

  // Whether MODEL was given.
  bool given() const { return !model_.empty(); }

  // Loads the input and makes the request. Usage errors, or those of LoadInput; also
  // INVALID_ARGUMENT for an input that is not [T,D] or [B,T,D].
  absl::StatusOr<v1::AttendRequest> ToRequest() const;

  // 1 for --causal, -1 for --no-causal, 0 for neither.
  int causal() const { return causal_; }

 private:
  std::string model_;
  int layer_ = -1;
  std::string input_;
  std::string lengths_;
  int causal_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_
