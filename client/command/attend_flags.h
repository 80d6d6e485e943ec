// The options of subcommands that send an AttendRequest.
#ifndef HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_
#define HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/command/key_flags.h"
#include "client/library/client.h"

namespace CLI {
class App;
}

namespace headwise {

// MODEL LAYER, and all that says what the layer attends to: --input --lengths --causal --mask
// --positions --no-relative-bias, and KeyFlags. Thread-compatible.
class AttendFlags {
 public:
  // `required`: the subcommand has no other use than to ask a server.
  void Declare(CLI::App& app, bool required);

  // Whether MODEL was given.
  bool given() const { return !model_.empty(); }

  // Loads the files and makes the request, all but its layer. Usage errors, or those of the files;
  // also INVALID_ARGUMENT for an input that is not [T,D] or [B,T,D].
  absl::StatusOr<v1::AttendRequest> ToRequest() const;

  // Sets the request's layer; asks the server only for a layer that is named by its module path.
  absl::Status SetLayer(const Client& client, v1::AttendRequest* request) const;
  // The same, but always asks, and returns what the server told of the model. NOT_FOUND for a
  // layer that the model does not have; INVALID_ARGUMENT if it needs --key-input.
  absl::StatusOr<v1::GetModelResponse> AskModel(const Client& client,
                                                v1::AttendRequest* request) const;

  // 1 for --causal, -1 for --no-causal, 0 for neither.
  int causal() const { return causal_; }

 private:
  std::string model_;
  std::string layer_;
  std::string input_;
  std::string lengths_;
  int causal_ = 0;
  KeyFlags keys_;
  std::vector<std::string> masks_;
  std::string positions_;
  bool no_relative_bias_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_ATTEND_FLAGS_H_
