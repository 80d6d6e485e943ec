#include "server/lifecycle/server.h"

#include <new>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/lifecycle/no_thread.h"
#include "server/lifecycle/reflection.h"
#include "server/lifecycle/server_parts.h"
#include "server/options/version.h"

namespace headwise {

absl::StatusOr<std::unique_ptr<Server>> Server::Create(const Options& options,
                                                       const Logger& logger) {
  try {
    return Start(options, logger);
  } catch (const std::system_error&) {
    return NoThread();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory to start");
  }
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const Options& options,
                                                      const Logger& logger) {
  if (absl::Status status = ValidateOptions(options); !status.ok()) return status;
  absl::StatusOr<std::unique_ptr<Engine>> engine =
      Engine::Create({options.workers, options.head_timing});
  if (!engine.ok()) return engine.status();
  logger.Info("starting", {{"version", BuildVersion()},
                           {"revision", BuildRevision()},
                           {"workers", (*engine)->stats().workers},
                           {"cpu_isa", (*engine)->instruction_set()},
                           {"onednn", Engine::OnednnVersion()}});
  if (options.reflection) {
    if (absl::Status status = LoadReflection(); !status.ok()) logger.Warning(status.message());
  }
  auto parts = std::make_unique<Parts>(options, logger, *std::move(engine));
  if (absl::Status status = parts->StartGrpc(); !status.ok()) return status;
  std::unique_ptr<Server> server(new Server(std::move(parts)));
  if (absl::Status status = server->parts_->StartMetrics(); !status.ok()) return status;
  logger.Info("listening", {{"address", server->address()}, {"metrics", server->metrics_url()}});
  if (!options.listen.IsLocal()) {
    logger.Warning("other machines reach the address, and connections are plaintext (--insecure)");
  }
  server->parts_->StartLoading();
  return server;
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() { Shutdown(); }

std::string Server::address() const { return parts_->options().listen.WithPort(parts_->port()); }

int Server::port() const { return parts_->options().listen.is_unix() ? 0 : parts_->port(); }

std::string Server::metrics_url() const {
  if (metrics_port() == 0) return "";
  return absl::StrCat("http://", parts_->options().metrics_address->WithPort(metrics_port()),
                      "/metrics");
}

int Server::metrics_port() const { return parts_->metrics_port(); }

absl::Status Server::WaitUntilReady() { return parts_->loaded().Wait(); }

absl::Status Server::Wait() { return parts_->stop_event()->Wait(); }

std::shared_ptr<StopEvent> Server::stop_event() const { return parts_->stop_event(); }

bool Server::Shutdown() { return parts_->Stop(); }

}  // namespace headwise
