#include "server/options/raw_flags.h"

#include <algorithm>
#include <string>
#include <utility>

#include "CLI/App.hpp"
#include "CLI/Config.hpp"
#include "CLI/Formatter.hpp"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/options/flag_table.h"
#include "server/options/version.h"

namespace headwise {
namespace {

constexpr char kFooter[] =
    "\nEvery flag is also read from the variable HEADWISE_<FLAG>, for example HEADWISE_LOG_LEVEL;\n"
    "the command line wins. HEADWISE_MODEL takes a list separated by commas or lines.\n"
    "--no-<FLAG> turns a switch off.\n"
    "\nExamples:\n"
    "  headwise-server --model demo=deploy/demo\n"
    "  headwise-server --model demo=deploy/demo --listen unix:/run/headwise.sock\n"
    "  headwise-server --model a=models/a --model b=models/b --listen 0.0.0.0:50051 --insecure\n"
    "  headwise-server --model demo=deploy/demo --check\n";

std::string Str(absl::string_view text) { return std::string(text); }

void AddValueFlag(CLI::App& app, const Flag& flag, RawFlags& raw) {
  std::vector<std::string>& values = raw.values[Str(flag.name)];
  CLI::Option* option = app.add_option(absl::StrCat("--", flag.name), values, Str(flag.help))
                            ->type_name(Str(flag.value_name))
                            ->group(Str(flag.group))
                            ->allow_extra_args(false)
                            ->expected(1);
  option->multi_option_policy(flag.repeatable ? CLI::MultiOptionPolicy::TakeAll
                                              : CLI::MultiOptionPolicy::Throw);
  if (flag.repeatable) option->expected(1, 1 << 16)->allow_extra_args(false);
}

void AddSwitch(CLI::App& app, const Flag& flag, RawFlags& raw) {
  std::vector<std::string>& values = raw.values[Str(flag.name)];
  CLI::Option* on = app.add_flag_function(
      absl::StrCat("--", flag.name), [&values](std::int64_t) { values.assign(1, "true"); },
      Str(flag.help));
  CLI::Option* off = app.add_flag_function(absl::StrCat("--no-", flag.name),
                                           [&values](std::int64_t) { values.assign(1, "false"); });
  on->group(Str(flag.group))->excludes(off);
  off->group("");  // not in --help, whose last lines speak of it
}

void DropEmpty(RawFlags& raw) {
  for (auto it = raw.values.begin(); it != raw.values.end();) {
    it = it->second.empty() ? raw.values.erase(it) : std::next(it);
  }
}

std::string VersionText() {
  return absl::StrCat("headwise-server ", BuildVersion(), " (", BuildRevision(), ")");
}

}  // namespace

absl::StatusOr<RawFlags> ReadRawFlags(const std::vector<std::string>& arguments) {
  RawFlags raw;
  CLI::App app("Serves multi-head attention over gRPC.", "headwise-server");
  app.footer(kFooter);
  app.set_version_flag("--version", VersionText(), "Print the version and exit");
  for (const Flag& flag : FlagTable()) {
    flag.value_name.empty() ? AddSwitch(app, flag, raw) : AddValueFlag(app, flag, raw);
  }
  // CLI11 takes the arguments last first.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    raw.text = app.help();
  } catch (const CLI::CallForVersion&) {
    raw.text = absl::StrCat(VersionText(), "\n");
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(
        absl::StrCat(absl::StrReplaceAll(error.what(), {{"\n", " "}}), "; see --help"));
  }
  DropEmpty(raw);
  return raw;
}

}  // namespace headwise
