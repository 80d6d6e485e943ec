#include "server/options/command_line.h"

#include <unistd.h>

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/options/config_file.h"
#include "server/options/flag_table.h"
#include "server/options/nearest_name.h"
#include "server/options/print_settings.h"
#include "server/options/raw_flags.h"

namespace headwise {
namespace {

// Of the command line or the environment; a file cannot name another one.
absl::StatusOr<ConfigFile> ReadFile(const RawFlags& raw, const Environment& environment) {
  for (const Setting& setting : ChooseSettings(raw, environment, {})) {
    if (setting.flag->name != "config" || setting.values[0].empty()) continue;
    return ReadConfigFile(setting.values[0], setting.origin);
  }
  return ConfigFile{};
}

std::string Hint(absl::string_view variable) {
  const absl::string_view nearest = NearestFlagName(absl::StripPrefix(variable, "HEADWISE_"));
  if (nearest.empty()) return "";
  return absl::StrCat("; did you mean ", EnvironmentName(*FindFlag(nearest)), "?");
}

// Kubernetes injects HEADWISE_SERVICE_* and HEADWISE_PORT* for a service called headwise, so an
// unknown variable cannot be an error.
std::vector<std::string> UnknownVariables(const Environment& environment) {
  std::set<std::string> known = {"HEADWISE_SERVER"};  // the client's
  for (const Flag& flag : FlagTable()) known.insert(EnvironmentName(flag));
  std::vector<std::string> warnings;
  for (const auto& [name, value] : environment) {
    if (absl::StartsWith(name, "HEADWISE_") && known.count(name) == 0) {
      warnings.push_back(absl::StrCat(name, " belongs to no flag and was ignored", Hint(name)));
    }
  }
  return warnings;
}

}  // namespace

Environment CurrentEnvironment() {
  Environment environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::pair<std::string, std::string> pair =
        absl::StrSplit(*entry, absl::MaxSplits('=', 1));
    if (absl::StartsWith(pair.first, "HEADWISE_")) environment.insert(pair);
  }
  return environment;
}

absl::StatusOr<CommandLine> ParseCommandLine(const std::vector<std::string>& arguments,
                                             const Environment& environment) {
  absl::StatusOr<RawFlags> raw = ReadRawFlags(arguments);
  if (!raw.ok()) return raw.status();
  CommandLine result;
  result.text = std::move(raw->text);
  if (!result.text.empty()) return result;
  const absl::StatusOr<ConfigFile> file = ReadFile(*raw, environment);
  if (!file.ok()) return file.status();
  const std::vector<Setting> settings = ChooseSettings(*raw, environment, *file);
  absl::Status status = ApplySettings(settings, result.options);
  if (!status.ok()) return status;
  result.warnings = UnknownVariables(environment);
  status = ValidateOptions(result.options);
  if (!status.ok() && !result.options.print_config) return status;
  if (!result.options.print_config) return result;
  // Whoever looks for what is wrong wants to see the configuration all the same.
  if (!status.ok()) result.warnings.emplace_back(status.message());
  result.text = PrintSettings(settings);
  return result;
}

LogFormat FormatOfErrors(const std::vector<std::string>& arguments,
                         const Environment& environment) {
  constexpr absl::string_view kFlag = "--log-format";
  const auto variable = environment.find("HEADWISE_LOG_FORMAT");
  absl::string_view format;
  if (variable != environment.end()) format = variable->second;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    absl::string_view argument = arguments[i];
    if (argument == kFlag && i + 1 < arguments.size()) format = arguments[i + 1];
    if (absl::ConsumePrefix(&argument, kFlag) && absl::ConsumePrefix(&argument, "=")) {
      format = argument;
    }
  }
  return format == "json" ? LogFormat::kJson : LogFormat::kText;
}

}  // namespace headwise
