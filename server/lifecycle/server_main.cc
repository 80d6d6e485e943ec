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
#include "server/lifecycle/grpc_log.h"
#include "server/lifecycle/process_setup.h"
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
  const auto signals = SignalThread::Create([&logger, stop = (*server)->stop_event()](int signal) {
    logger.Info("stop requested", {{"signal", StopSignalName(signal)}});
    stop->Request(absl::OkStatus());
  });
  if (!signals.ok()) (*server)->stop_event()->Request(signals.status());
  const absl::Status why = (*server)->Wait();
  if (why.ok()) return Stop(*std::move(server), options, logger);
  logger.Error(why.message());
  Stop(*std::move(server), options, logger);
  return ExitCodeOfModel(why);
}

// Before there is a log: for a person, unless JSON lines are wanted.
void PrintError(const absl::Status& status, LogFormat format) {
  if (format == LogFormat::kJson) {
    Logger({LogLevel::kError, format}).Error(status.message());
  } else {
    std::cerr << "headwise-server: " << status.message() << std::endl;
  }
}

int Print(const std::string& text) { return std::cout << text << std::flush ? EX_OK : EX_IOERR; }

int Check(const Options& options, const Logger& logger) {
  std::cout << "configuration: OK" << std::endl;
  const int exit_code = CheckModels(options, logger, std::cout);
  return exit_code == EX_OK && !std::cout ? EX_IOERR : exit_code;
}

}  // namespace

int ServerMain(const std::vector<std::string>& arguments) {
  SetUpProcess();
  const Environment environment = CurrentEnvironment();
  absl::StatusOr<CommandLine> line = ParseCommandLine(arguments, environment);
  if (!line.ok()) {
    PrintError(line.status(), FormatOfErrors(arguments, environment));
    return ExitCodeOf(line.status());
  }
  // protobuf would write a line for every malformed message, whoever sent it.
  google::protobuf::SetLogHandler(nullptr);
  const Options& options = line->options;
  const Logger logger({options.log_level, options.log_format, options.log_slow});
  const GrpcLog grpc_log(logger);
  for (const std::string& warning : line->warnings) logger.Warning(warning);
  if (!line->text.empty()) return Print(line->text);
  return options.check ? Check(options, logger) : Serve(options, logger);
}

}  // namespace headwise
