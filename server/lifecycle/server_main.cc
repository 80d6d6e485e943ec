#include "server/lifecycle/server_main.h"

#include <signal.h>
#include <sysexits.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "google/protobuf/stubs/logging.h"
#include "server/lifecycle/check_models.h"
#include "server/lifecycle/server.h"
#include "server/lifecycle/signal_thread.h"
#include "server/lifecycle/watchdog.h"
#include "server/log/logger.h"
#include "server/options/command_line.h"
#include "server/options/exit_code.h"

namespace headwise {
namespace {

// Beyond drain delay and grace, for what has no deadline of its own.
constexpr absl::Duration kWatchdogSlack = absl::Seconds(5);

void PrintAddresses(const Server& server) {
  std::cout << "listening on " << server.address() << std::endl;
  if (server.metrics_port() != 0) {
    std::cout << "metrics on " << server.metrics_url() << std::endl;
  }
}

// Exits in any case once the time for an orderly stop is over.
int Stop(std::unique_ptr<Server> server, const Options& options, const Logger& logger) {
  const absl::Duration patience = options.drain_delay + options.shutdown_grace + kWatchdogSlack;
  const Watchdog watchdog(absl::ToChronoMilliseconds(patience), [&logger] {
    logger.Error("a call or the engine is stuck; exiting without it");
    _exit(EX_SOFTWARE);
  });
  const bool clean = server->Shutdown();
  server.reset();
  return clean ? EX_OK : EX_TEMPFAIL;
}

int Serve(const Options& options, const Logger& logger) {
  BlockStopSignals();
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Create(options, logger);
  if (!server.ok()) {
    logger.Error(server.status().message());
    return ExitCodeOf(server.status());
  }
  PrintAddresses(**server);
  const SignalThread signals([&logger, stop = (*server)->stop_event()](int signal) {
    logger.Info("stop requested", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    stop->Request(absl::OkStatus());
  });
  const absl::Status why = (*server)->Wait();
  if (why.ok()) return Stop(*std::move(server), options, logger);
  logger.Error(why.message());
  Stop(*std::move(server), options, logger);
  return ExitCodeOfModel(why);
}

}  // namespace

int ServerMain(const std::vector<std::string>& arguments) {
  absl::StatusOr<CommandLine> line = ParseCommandLine(arguments, CurrentEnvironment());
  if (!line.ok()) {
    std::cerr << "headwise-server: " << line.status().message() << std::endl;
    return ExitCodeOf(line.status());
  }
  if (!line->text.empty()) {
    std::cout << line->text;
    return EX_OK;
  }
  // protobuf would write a line for every malformed message, whoever sent it.
  google::protobuf::SetLogHandler(nullptr);
  const Logger logger(line->options.log_level);
  for (const std::string& warning : line->warnings) logger.Warning(warning);
  if (line->options.check) return CheckModels(line->options, logger, std::cout);
  return Serve(line->options, logger);
}

}  // namespace headwise
