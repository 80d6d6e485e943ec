// The options of `headwise heads` that are about what is drawn and listed.
#ifndef HEADWISE_CLIENT_COMMAND_PICTURE_FLAGS_H_
#define HEADWISE_CLIENT_COMMAND_PICTURE_FLAGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace CLI {
class App;
}

namespace headwise {

// --png --head --sequence --tokens --text. Thread-compatible.
class PictureFlags {
 public:
  void Declare(CLI::App& app);

  // Whether a picture is asked for.
  bool given() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  // -1 for all of them.
  int head() const { return head_; }
  std::int64_t sequence() const { return sequence_ < 0 ? 0 : sequence_; }

  // Usage errors for flags that need others or exclude them. `lists`: whether top keys are listed,
  // which --head, --tokens and --text are about as well.
  absl::Status Check(bool lists) const;

  // What --tokens or --text say of `tokens` tokens, or nothing.
  absl::StatusOr<std::vector<std::string>> LabelsFor(std::int64_t tokens) const;

 private:
  std::string path_;
  int head_ = -1;
  std::int64_t sequence_ = -1;
  std::string tokens_;
  std::string text_;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_PICTURE_FLAGS_H_
