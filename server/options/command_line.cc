#include "server/options/command_line.h"

#include <unistd.h>

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/options/flag_table.h"
#include "server/options/raw_flags.h"

namespace headwise {
namespace {

std::vector<std::string> SplitVariable(const Flag& flag, const std::string& value) {
  if (!flag.repeatable) return {value};
  std::vector<std::string> parts;
  for (absl::string_view part : absl::StrSplit(value, absl::ByAnyChar(",\n"))) {
    part = absl::StripAsciiWhitespace(part);
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

absl::Status SetFromCommandLine(const Flag& flag, const std::vector<std::string>& values,
                                Options& options) {
  for (const std::string& value : values) {
    const absl::Status status = flag.set(value, options);
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("--", flag.name, ": ", status.message()));
    }
  }
  return absl::OkStatus();
}

absl::Status SetFromVariable(const Flag& flag, const std::string& value, Options& options) {
  for (const std::string& part : SplitVariable(flag, value)) {
    const absl::Status status = flag.set(part, options);
    if (!status.ok()) {
      return absl::FailedPreconditionError(
          absl::StrCat(EnvironmentName(flag), ": ", status.message()));
    }
  }
  return absl::OkStatus();
}

absl::Status Fill(const RawFlags& raw, const Environment& environment, Options& options) {
  for (const Flag& flag : FlagTable()) {
    absl::Status status;
    if (const auto given = raw.values.find(std::string(flag.name)); given != raw.values.end()) {
      status = SetFromCommandLine(flag, given->second, options);
    } else if (const auto variable = environment.find(EnvironmentName(flag));
               variable != environment.end()) {
      status = SetFromVariable(flag, variable->second, options);
    }
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Kubernetes injects HEADWISE_SERVICE_* and HEADWISE_PORT* for a service called headwise, so an
// unknown variable cannot be an error.
std::vector<std::string> UnknownVariables(const Environment& environment) {
  std::set<std::string> known;
  for (const Flag& flag : FlagTable()) known.insert(EnvironmentName(flag));
  std::vector<std::string> warnings;
  for (const auto& [name, value] : environment) {
    if (absl::StartsWith(name, "HEADWISE_") && known.count(name) == 0) {
      warnings.push_back(absl::StrCat(name, " belongs to no flag and was ignored"));
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
  if (absl::Status status = Fill(*raw, environment, result.options); !status.ok()) return status;
  if (absl::Status status = ValidateOptions(result.options); !status.ok()) return status;
  result.warnings = UnknownVariables(environment);
  return result;
}

}  // namespace headwise
