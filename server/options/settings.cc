#include "server/options/settings.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace headwise {
namespace {

std::vector<std::string> SplitVariable(const Flag& flag, const std::string& value) {
  if (flag.type != FlagType::kList) return {value};
  std::vector<std::string> parts;
  for (absl::string_view part : absl::StrSplit(value, absl::ByAnyChar(",\n"))) {
    part = absl::StripAsciiWhitespace(part);
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

std::vector<std::string> DefaultOf(const Flag& flag) {
  if (flag.type == FlagType::kList) return {};
  return {std::string(flag.default_value)};
}

Setting Choose(const Flag& flag, const RawFlags& raw, const Environment& environment,
               const ConfigFile& file) {
  const std::string name(flag.name);
  if (const auto given = raw.values.find(name); given != raw.values.end()) {
    return {&flag, Source::kCommandLine, given->second, absl::StrCat("--", name)};
  }
  const std::string variable = EnvironmentName(flag);
  if (const auto given = environment.find(variable); given != environment.end()) {
    return {&flag, Source::kEnvironment, SplitVariable(flag, given->second), variable};
  }
  if (const auto given = file.values.find(name); given != file.values.end()) {
    return {&flag, Source::kFile, given->second.values,
            absl::StrCat(absl::CEscape(file.name), ":", given->second.line, ": ", name)};
  }
  return {&flag, Source::kDefault, DefaultOf(flag), name};
}

absl::Status Apply(const Setting& setting, Options& options) {
  for (const std::string& value : setting.values) {
    const absl::Status status = setting.flag->set(value, options);
    if (status.ok()) continue;
    const std::string text = absl::StrCat(setting.origin, ": ", status.message());
    return setting.source == Source::kCommandLine ? absl::InvalidArgumentError(text)
                                                  : absl::FailedPreconditionError(text);
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<Setting> ChooseSettings(const RawFlags& raw, const Environment& environment,
                                    const ConfigFile& file) {
  std::vector<Setting> settings;
  for (const Flag& flag : FlagTable()) {
    settings.push_back(Choose(flag, raw, environment, file));
  }
  return settings;
}

absl::Status ApplySettings(const std::vector<Setting>& settings, Options& options) {
  for (const Setting& setting : settings) {
    if (setting.source == Source::kDefault) continue;
    if (absl::Status status = Apply(setting, options); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace headwise
