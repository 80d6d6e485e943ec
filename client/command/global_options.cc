#include "client/command/global_options.h"

#include <cmath>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"

namespace headwise {
namespace {

constexpr char kGroup[] = "Common options";

}  // namespace

void DeclareServerOptions(CLI::App& app, GlobalOptions& options) {
  app.add_option("--server", options.server,
                 "Address of headwise-server, HOST:PORT or unix:PATH (environment: "
                 "HEADWISE_SERVER; default: localhost:50051)")
      ->type_name("ADDRESS")
      ->group(kGroup);
  app.add_option("--timeout", options.timeout,
                 "Longest wait for one answer, such as 30s or 500ms; 0 for no limit")
      ->type_name("TIME")
      ->group(kGroup);
  app.add_option(
         "--max-message-bytes", options.max_message_bytes,
         "Largest request and answer, such as 65MiB (the default) or a number of bytes; the "
         "server has its own limit")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES")
      ->group(kGroup);
}

void DeclareOutputOption(CLI::App& app, GlobalOptions& options, bool files) {
  auto append = [&options](const std::vector<std::string>& values) {
    options.outputs.insert(options.outputs.end(), values.begin(), values.end());
  };
  app.add_option_function<std::vector<std::string>>(
         "-o,--output", append,
         files ? "table (default), json, or a path ending with .safetensors that gets the "
                 "answer's tensors; may be given twice: --output json --output y.safetensors"
               : "table (default) or json")
      ->type_name(files ? "table|json|FILE" : "table|json")
      ->take_all()
      ->allow_extra_args(false)
      ->group(kGroup);
}

absl::StatusOr<OutputChoice> ParseOutput(const std::vector<std::string>& values, bool files) {
  OutputChoice choice;
  for (const std::string& value : values) {
    if (value == "table" || value == "json") {
      choice.json = value == "json";
    } else if (files && absl::EndsWith(value, ".safetensors")) {
      if (!choice.file.empty()) {
        return UsageError(
            absl::StrCat("--output: expected one file, got '", choice.file, "' and '", value, "'"));
      }
      choice.file = value;
    } else {
      return UsageError(absl::StrCat("--output: expected table", files ? ", json" : " or json",
                                     files ? " or a path ending with .safetensors" : "", ", got '",
                                     value, "'"));
    }
  }
  return choice;
}

absl::StatusOr<absl::Duration> ParseTimeout(absl::string_view text) {
  absl::Duration timeout;
  double seconds = 0;
  if (absl::SimpleAtod(text, &seconds) && std::isfinite(seconds)) {
    timeout = absl::Seconds(seconds);
  } else if (!absl::ParseDuration(text, &timeout)) {
    return UsageError(
        absl::StrCat("--timeout: expected a time such as 30s or 500ms, got '", text, "'"));
  }
  if (timeout < absl::ZeroDuration()) {
    return UsageError(absl::StrCat("--timeout: expected at least 0, got '", text, "'"));
  }
  return timeout == absl::ZeroDuration() ? absl::InfiniteDuration() : timeout;
}

absl::StatusOr<std::unique_ptr<Client>> Connect(const GlobalOptions& options,
                                                absl::Duration default_timeout) {
  ClientOptions client;
  client.target = options.server;
  client.max_message_bytes = options.max_message_bytes;
  client.timeout = default_timeout;
  if (!options.timeout.empty()) {
    const absl::StatusOr<absl::Duration> timeout = ParseTimeout(options.timeout);
    if (!timeout.ok()) return timeout.status();
    client.timeout = *timeout;
  }
  auto made = Client::Create(std::move(client));
  // The library's options and the flags differ in name only.
  if (!made.ok()) {
    const std::string text(made.status().message());
    if (absl::StartsWith(text, "target")) return UsageError("--server" + text.substr(6));
    if (absl::StartsWith(text, "max_message_bytes")) {
      return UsageError("--max-message-bytes" + text.substr(17));
    }
    return UsageError(text);
  }
  return made;
}

}  // namespace headwise
