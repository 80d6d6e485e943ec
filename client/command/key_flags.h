// The options that say where keys and values come from.
#ifndef HEADWISE_CLIENT_COMMAND_KEY_FLAGS_H_
#define HEADWISE_CLIENT_COMMAND_KEY_FLAGS_H_

#include <string>

#include "absl/status/status.h"
#include "headwise/v1/attention.pb.h"

namespace CLI {
class App;
}

namespace headwise {

// --key-input --value-input --key-lengths, for cross-attention. Thread-compatible.
class KeyFlags {
 public:
  void Declare(CLI::App& app, const std::string& group);

  bool given() const { return !key_input_.empty(); }

  // Loads the tensors. Usage errors, or those of LoadInput; INVALID_ARGUMENT for a tensor that is
  // not [Tk,D] or [B,Tk,D].
  absl::Status AddTo(v1::AttendRequest* request) const;

 private:
  std::string key_input_;
  std::string value_input_;
  std::string key_lengths_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_KEY_FLAGS_H_
