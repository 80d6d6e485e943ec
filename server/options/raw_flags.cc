#include "server/options/raw_flags.h"

#include <utility>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/options/flag_table.h"
#include "server/options/flag_values.h"
#include "server/options/help_text.h"
#include "server/options/nearest_name.h"
#include "server/options/version.h"

namespace headwise {
namespace {

constexpr std::size_t kShown = 100;  // characters of a bad argument that an error repeats

std::string Shown(absl::string_view text) { return absl::CEscape(text.substr(0, kShown)); }

absl::Status Wrong(absl::string_view text) { return absl::InvalidArgumentError(text); }

absl::Status BadValue(const Flag& flag, absl::string_view expected, absl::string_view got) {
  return Wrong(absl::StrCat("--", flag.name, ": expected ", expected, ", got ", got));
}

absl::Status BadSwitch(const Flag& flag, absl::string_view argument) {
  return BadValue(flag, absl::StrCat("--", flag.name, " or --no-", flag.name),
                  absl::StrCat("\"", Shown(argument), "\""));
}

// What no flag took.
absl::Status Stray(absl::string_view argument) {
  const std::string shown = Shown(argument);
  if (!absl::StartsWith(argument, "-")) {
    return Wrong(absl::StrCat("expected flags alone, got \"", shown, "\"; see --help"));
  }
  absl::string_view name = argument.substr(0, argument.find('='));
  absl::ConsumePrefix(&name, "-") && absl::ConsumePrefix(&name, "-");
  const bool negated = absl::ConsumePrefix(&name, "no-");
  const Flag* nearest = FindFlag(NearestFlagName(name));
  if (nearest == nullptr) return Wrong(absl::StrCat(shown, ": unknown flag; see --help"));
  const bool off = negated && nearest->type == FlagType::kBoolean;
  return Wrong(
      absl::StrCat(shown, ": unknown flag; did you mean --", off ? "no-" : "", nearest->name, "?"));
}

// CLI11 takes an empty value after = for none: a flag would get the next argument, and a switch
// be on.
absl::StatusOr<std::vector<std::string>> SplitEmptyValues(
    const std::vector<std::string>& arguments) {
  std::vector<std::string> split;
  for (const std::string& argument : arguments) {
    absl::string_view name = argument;
    const bool is_empty = absl::ConsumePrefix(&name, "--") && absl::ConsumeSuffix(&name, "=");
    const Flag* flag = is_empty ? FindFlag(name) : nullptr;
    if (flag == nullptr) {
      split.push_back(argument);
      continue;
    }
    if (flag->type == FlagType::kBoolean) return BadSwitch(*flag, argument);
    split.push_back(absl::StrCat("--", name));
    split.emplace_back();
  }
  return split;
}

// CLI11 stores whatever comes, of each flag as often as it comes.
void Declare(const Flag& flag, CLI::App& app) {
  if (flag.type == FlagType::kBoolean) {
    app.add_flag(absl::StrCat("--", flag.name));
    app.add_flag(absl::StrCat("--no-", flag.name));
  } else {
    app.add_option(absl::StrCat("--", flag.name))
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  }
}

const std::vector<std::string>& Given(const CLI::App& app, absl::string_view prefix,
                                      const Flag& flag) {
  return app.get_option(absl::StrCat(prefix, flag.name))->results();
}

absl::StatusOr<std::vector<std::string>> SwitchValues(const CLI::App& app, const Flag& flag) {
  std::vector<std::string> values;
  for (const std::string& given : Given(app, "--", flag)) {
    const absl::StatusOr<bool> on = ParseSwitch(given);
    if (!on.ok()) return BadSwitch(flag, absl::StrCat("--", flag.name, "=", given));
    values.emplace_back(*on ? "true" : "false");
  }
  for (const std::string& given : Given(app, "--no-", flag)) {
    if (given != "true") return BadSwitch(flag, absl::StrCat("--no-", flag.name, "=", given));
    values.emplace_back("false");
  }
  return values;
}

absl::StatusOr<std::vector<std::string>> Values(const CLI::App& app, const Flag& flag) {
  if (flag.type == FlagType::kBoolean) return SwitchValues(app, flag);
  const std::vector<std::string>& values = Given(app, "--", flag);
  for (const std::string& value : values) {
    if (!absl::StartsWith(value, "--")) continue;
    return BadValue(flag, flag.value_name,
                    absl::StrCat("the flag \"", Shown(value), "\"; see --help"));
  }
  return values;
}

absl::Status Collect(const CLI::App& app, RawFlags& raw) {
  for (const Flag& flag : FlagTable()) {
    absl::StatusOr<std::vector<std::string>> values = Values(app, flag);
    if (!values.ok()) return values.status();
    if (values->size() > 1 && flag.type != FlagType::kList) {
      return BadValue(flag, "once",
                      absl::StrCat("\"", Shown((*values)[0]), "\" and \"", Shown((*values)[1]),
                                   "\"; remove one of them"));
    }
    if (!values->empty()) raw.values[std::string(flag.name)] = *std::move(values);
  }
  const std::vector<std::string> strays = app.remaining();
  return strays.empty() ? absl::OkStatus() : Stray(strays[0]);
}

// Only the last argument can lack its value.
absl::Status NoValue(const std::vector<std::string>& arguments) {
  const Flag* flag = FindFlag(absl::StripPrefix(arguments.back(), "--"));
  if (flag == nullptr) return Wrong("expected a value after the last flag, got none; see --help");
  return BadValue(*flag, flag->value_name, "none; see --help");
}

}  // namespace

absl::StatusOr<RawFlags> ReadRawFlags(const std::vector<std::string>& arguments) {
  absl::StatusOr<std::vector<std::string>> split = SplitEmptyValues(arguments);
  if (!split.ok()) return split.status();
  RawFlags raw;
  CLI::App app;
  app.allow_extras();
  app.set_version_flag("--version", "version");
  for (const Flag& flag : FlagTable()) Declare(flag, app);
  try {
    // CLI11 takes the arguments last first.
    app.parse(std::vector<std::string>(split->rbegin(), split->rend()));
  } catch (const CLI::CallForHelp&) {
    raw.text = HelpText();
    return raw;
  } catch (const CLI::CallForVersion&) {
    raw.text = absl::StrCat("headwise-server ", BuildVersion(), " (", BuildRevision(), ")\n");
    return raw;
  } catch (const CLI::ArgumentMismatch&) {
    return NoValue(*split);
  } catch (const CLI::ParseError& error) {
    return Wrong(absl::StrCat(absl::CEscape(error.what()), "; see --help"));
  }
  if (absl::Status status = Collect(app, raw); !status.ok()) return status;
  return raw;
}

}  // namespace headwise
