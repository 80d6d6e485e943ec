#include "server/lifecycle/server_parts.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server_builder.h"
#include "server/lifecycle/grpc_builder.h"
#include "server/lifecycle/listen_check.h"
#include "server/metrics/engine_collector.h"
#include "server/metrics/process_collector.h"
#include "server/options/version.h"
#include "server/services/rpc_interceptor.h"

namespace headwise {
namespace {

prometheus::Labels BuildLabels(const Engine& engine) {
  return {{"version", BuildVersion()},
          {"revision", BuildRevision()},
          {"onednn_version", Engine::OnednnVersion()},
          {"cpu_isa", engine.instruction_set()}};
}

std::vector<std::string> NamesOf(const std::vector<ModelFlag>& models) {
  std::vector<std::string> names;
  for (const ModelFlag& model : models) names.push_back(model.name);
  return names;
}

AttendPolicy PolicyOf(const Options& options, const Engine& engine) {
  return {{options.max_message_bytes, options.max_request_tokens},
          options.nonfinite,
          engine.instruction_set()};
}

v1::Limits LimitsOf(const Options& options) {
  v1::Limits limits;
  limits.set_message_bytes(options.max_message_bytes);
  limits.set_request_tokens(options.max_request_tokens);
  limits.set_queue_requests(options.queue_requests);
  limits.set_queue_tokens(options.queue_tokens);
  return limits;
}

}  // namespace

Server::Parts::Parts(const Options& options, const Logger& logger, std::unique_ptr<Engine> engine)
    : options_(options),
      logger_(logger),
      engine_(std::move(engine)),
      rpc_metrics_(families_),
      build_info_(families_.build_info, BuildLabels(*engine_)),
      nameless_(families_, ""),
      store_(NamesOf(options.models), families_),
      queue_({options.queue_requests, options.queue_tokens, options.queue_bytes}),
      intake_(store_, clock_, nameless_),
      attend_reader_(store_, PolicyOf(options, *engine_)),
      core_reader_(*engine_, nameless_, PolicyOf(options, *engine_)),
      attention_service_(intake_, {attend_reader_, core_reader_}, queue_, clock_, logger),
      model_service_(store_, engine_->instruction_set(), LimitsOf(options)),
      health_service_(health_),
      runner_(clock_),
      dispatcher_(queue_, clock_, runner_) {
  build_info_->Set(1);
  CreateSeries(rpc_metrics_);
}

absl::Status Server::Parts::StartGrpc() {
  if (absl::Status status = CheckListen(options_.listen); !status.ok()) return status;
  grpc::ServerBuilder builder;
  Configure(options_, builder);
  builder.AddListeningPort(options_.listen.ToString(), grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(&attention_service_);
  builder.RegisterService(&model_service_);
  builder.RegisterService(&health_service_);
  std::vector<std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>> creators;
  creators.push_back(std::make_unique<RpcInterceptorFactory>(rpc_metrics_, call_activity_));
  builder.experimental().SetInterceptorCreators(std::move(creators));
  grpc_server_ = builder.BuildAndStart();
  return grpc_server_ != nullptr ? absl::OkStatus() : CannotListen(options_.listen);
}

absl::Status Server::Parts::StartMetrics() {
  if (!options_.metrics_address) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<MetricsExposer>> created = MetricsExposer::Create(
      *options_.metrics_address,
      {families_.registry(), std::make_shared<EngineCollector>([this] { return engine_->stats(); }),
       std::make_shared<ProcessCollector>()});
  if (!created.ok()) return created.status();
  exposer_ = *std::move(created);
  return absl::OkStatus();
}

void Server::Parts::StartLoading() {
  loader_ = std::make_unique<ModelLoader>(
      options_.models,
      LoadContext{*engine_, families_, logger_, options_.head_metrics, options_.weights}, store_,
      [this](const absl::Status& status) { OnLoaded(status); });
}

void Server::Parts::OnLoaded(const absl::Status& status) {
  if (status.ok()) {
    health_.SetReady();
    logger_.Info("serving", {{"models", options_.models.size()}});
  } else {
    stop_event_->Request(status);
  }
  loaded_.Request(status);
}

void Server::Parts::Drain() {
  logger_.Info("draining", {{"delay", absl::FormatDuration(options_.drain_delay)},
                            {"grace", absl::FormatDuration(options_.shutdown_grace)}});
  // Whoever never saw it ready sends nothing that would have to find another server.
  if (health_.Drain()) absl::SleepFor(options_.drain_delay);
  queue_.Close();
}

void Server::Parts::WaitForQuiet(absl::Time limit) const {
  constexpr auto kQuiet = std::chrono::milliseconds(100);
  while (call_activity_.Quiet() < kQuiet && absl::Now() < limit) {
    absl::SleepFor(absl::Milliseconds(10));
  }
}

// Connections without a call stay open until their clients hear of the end, which idle ones do not:
// a call that they begin meanwhile would end as CANCELLED.
absl::Time Server::Parts::ConnectionsEnd(absl::Time limit) const {
  const absl::Time patience = std::min(limit, absl::Now() + absl::Milliseconds(500));
  while (call_activity_.running() > 0) {
    if (absl::Now() >= patience) return limit;
    absl::SleepFor(absl::Milliseconds(10));
  }
  return std::min(limit, absl::Now() + absl::Milliseconds(50));
}

bool Server::Parts::Stop() {
  if (std::exchange(stopped_, true)) return finished_;
  Drain();
  const absl::Time limit = absl::Now() + options_.shutdown_grace;
  finished_ = dispatcher_.WaitUntilDone(absl::ToChronoNanoseconds(options_.shutdown_grace));
  // A call that crosses gRPC's Shutdown on the wire ends as CANCELLED, which nobody retries. Until
  // clients have heard that they should go elsewhere, they are told so.
  WaitForQuiet(std::min(limit, absl::Now() + absl::Seconds(2)));
  health_.End();  // a stream that watches would hold Shutdown up
  grpc_server_->Shutdown(absl::ToChronoTime(ConnectionsEnd(limit)));
  grpc_server_->Wait();
  loader_.reset();
  loaded_.Request(absl::UnavailableError("the server stopped before its models were ready"));
  exposer_.reset();
  logger_.Info("stopped", {{"clean", finished_}});
  return finished_;
}

}  // namespace headwise
