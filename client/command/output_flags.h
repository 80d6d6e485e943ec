// The options that say what an answer holds of single heads.
#ifndef HEADWISE_CLIENT_COMMAND_OUTPUT_FLAGS_H_
#define HEADWISE_CLIENT_COMMAND_OUTPUT_FLAGS_H_

#include <string>

#include "absl/status/status.h"
#include "headwise/v1/attention.pb.h"

namespace CLI {
class App;
}

namespace headwise {

// --probabilities --scores --top-keys --top-heads --statistics --rows --timings.
// Thread-compatible.
class OutputFlags {
 public:
  static constexpr char kGroup[] = "Outputs";

  void Declare(CLI::App& app);

  // Usage errors for what does not read as heads, rows or numbers, and for a flag that lacks the
  // one that it is about.
  absl::Status AddTo(v1::OutputSelection* outputs) const;

 private:
  // The heads of `flag`, and the rows of --rows.
  absl::Status Select(const char* flag, const std::string& heads,
                      v1::RowSelection* selection) const;
  bool asks_for_rows() const;

  std::string probabilities_;
  std::string scores_;
  int top_keys_ = 0;
  std::string top_heads_;
  bool statistics_ = false;
  std::string rows_;
  bool timings_ = false;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_OUTPUT_FLAGS_H_
