#include "client/command/command_line.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <ostream>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/command/ablate_command.h"
#include "client/command/attend_command.h"
#include "client/command/compare_command.h"
#include "client/command/core_command.h"
#include "client/command/heads_command.h"
#include "client/command/healthcheck_command.h"
#include "client/command/help_formatter.h"
#include "client/command/inspect_command.h"
#include "client/command/merge_command.h"
#include "client/command/models_command.h"

namespace headwise {
namespace {

constexpr char kFooter[] =
    "\nExamples:\n"
    "  headwise models\n"
    "  headwise attend demo 0 --input x.npy --output y.safetensors\n"
    "  headwise heads demo 0 --input x.npy\n"
    "  headwise ablate demo 0 --input x.npy\n"
    "  headwise compare\n"
    "  headwise inspect deploy/demo\n"
    "\nExit codes: 0 done; 1 values differ or not serving; 64 command line; 65 bad data or\n"
    "refused request; 66 no such file, model or layer; 69 no server; 70 internal; 73 cannot\n"
    "write; 75 try again later.\n"
    "\n'headwise SUBCOMMAND --help' describes a subcommand.";

struct Subcommand {
  std::unique_ptr<Command> command;
  CLI::App* app;
};

// The subcommands, in the order of the help.
class CommandLine {
 public:
  explicit CommandLine(const std::string& server) {
    global_.server = server;
    app_.name("headwise");
    app_.formatter(std::make_shared<HelpFormatter>());  // before the subcommands, which copy it
    app_.set_version_flag("--version", "headwise " HEADWISE_VERSION, "Print the version");
    app_.set_help_flag("-h,--help", "Print this help");
    app_.require_subcommand(0, 1);
    app_.footer(kFooter);
    DeclareServerOptions(app_, global_);
    DeclareOutputOption(app_, global_, true);
    Add(std::make_unique<ModelsCommand>());
    Add(std::make_unique<AttendCommand>());
    Add(std::make_unique<HeadsCommand>());
    Add(std::make_unique<AblateCommand>());
    Add(std::make_unique<CompareCommand>());
    Add(std::make_unique<CoreCommand>());
    Add(std::make_unique<MergeCommand>());
    Add(std::make_unique<InspectCommand>());
    Add(std::make_unique<HealthcheckCommand>());
  }

  // Throws CLI11's errors.
  void Parse(std::vector<std::string> arguments) {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    app_.parse(std::move(arguments));
  }

  // The chosen subcommand's, or the command's own without one.
  CLI::App& chosen_app() {
    const auto chosen = app_.get_subcommands();
    return chosen.empty() ? app_ : *chosen.front();
  }

  std::string Help() {
    return HelpText(chosen_app(), &chosen_app() == &app_ ? "" : app_.get_name());
  }

  // How the user reaches the help that applies.
  std::string HelpCommand() {
    CLI::App& app = chosen_app();
    return absl::StrCat("headwise ", &app == &app_ ? "" : app.get_name() + " ", "--help");
  }

  absl::StatusOr<ExitCode> Run(const Console& console) {
    for (const Subcommand& subcommand : subcommands_) {
      if (subcommand.app->parsed()) return subcommand.command->Run(global_, console);
    }
    *console.out << Help();
    return kExitOk;
  }

 private:
  void Add(std::unique_ptr<Command> command) {
    CLI::App* app = command->Declare(app_, global_);
    subcommands_.push_back({std::move(command), app});
  }

  CLI::App app_{"Asks a headwise server for multi-head attention"};
  GlobalOptions global_;
  std::vector<Subcommand> subcommands_;
};

int Fail(const Console& console, absl::string_view text, ExitCode code) {
  *console.err << "headwise: " << absl::StrReplaceAll(text, {{"\n", " "}, {"\r", " "}}) << "\n";
  return code;
}

int Run(std::vector<std::string> arguments, const std::string& server, const Console& console) {
  CommandLine line(server);
  try {
    line.Parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    *console.out << line.Help();
    return kExitOk;
  } catch (const CLI::CallForVersion& version) {
    *console.out << version.what() << "\n";
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    return Fail(console, absl::StrCat(error.what(), "; see '", line.HelpCommand(), "'"),
                kExitUsage);
  }
  const absl::StatusOr<ExitCode> code = line.Run(console);
  if (!code.ok()) return Fail(console, code.status().message(), ExitCodeOf(code.status()));
  if (!console.out->flush()) return Fail(console, "cannot write the output", kExitIo);
  return *code;
}

}  // namespace

int RunCommandLine(std::vector<std::string> arguments, const std::string& server,
                   const Console& console) {
  try {
    return Run(std::move(arguments), server, console);
  } catch (const std::bad_alloc&) {
    return Fail(console, "memory is short; ask for less", kExitSystem);
  } catch (const std::exception& error) {
    return Fail(console, error.what(), kExitInternal);
  }
}

}  // namespace headwise
