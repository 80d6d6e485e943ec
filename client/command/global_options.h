// Options that every subcommand takes.
#ifndef HEADWISE_CLIENT_COMMAND_GLOBAL_OPTIONS_H_
#define HEADWISE_CLIENT_COMMAND_GLOBAL_OPTIONS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/library/client.h"

namespace CLI {
class App;
}

namespace headwise {

// As given; checked by the functions below.
struct GlobalOptions {
  std::string server = "localhost:50051";
  std::string timeout;  // empty: the subcommand's default
  std::int64_t max_message_bytes = ClientOptions().max_message_bytes;
  std::vector<std::string> outputs;
};

// Adds --server, --timeout and --max-message-bytes, which write to `options`.
void DeclareServerOptions(CLI::App& app, GlobalOptions& options);
// Adds --output. `files`: the subcommand also writes files.
void DeclareOutputOption(CLI::App& app, GlobalOptions& options, bool files);

// What --output asks for.
struct OutputChoice {
  bool json = false;
  std::string file;  // path of a .safetensors file, or empty
};

// Usage errors unless each value is "table", "json" or, with `files`, ends with .safetensors.
absl::StatusOr<OutputChoice> ParseOutput(const std::vector<std::string>& values, bool files);

// "30s", "500ms", "1m30s", or seconds as a plain number; "0" for no timeout.
absl::StatusOr<absl::Duration> ParseTimeout(absl::string_view text);

// A client for --server. Usage errors name the flag.
absl::StatusOr<std::unique_ptr<Client>> Connect(const GlobalOptions& options,
                                                absl::Duration default_timeout = absl::Minutes(1));

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_GLOBAL_OPTIONS_H_
