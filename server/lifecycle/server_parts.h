// What a server is made of, in the order in which it is built; torn down in reverse.
#ifndef HEADWISE_SERVER_LIFECYCLE_SERVER_PARTS_H_
#define HEADWISE_SERVER_LIFECYCLE_SERVER_PARTS_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "engine/attention/engine.h"
#include "grpcpp/server.h"
#include "server/admit/clock.h"
#include "server/admit/job_queue.h"
#include "server/batch/attend_runner.h"
#include "server/batch/dispatcher.h"
#include "server/lifecycle/server.h"
#include "server/metrics/exposer.h"
#include "server/metrics/families.h"
#include "server/metrics/request_metrics.h"
#include "server/metrics/rpc_metrics.h"
#include "server/metrics/series.h"
#include "server/models/model_loader.h"
#include "server/models/model_store.h"
#include "server/services/attend_intake.h"
#include "server/services/attend_reader.h"
#include "server/services/attention_service.h"
#include "server/services/call_activity.h"
#include "server/services/core_reader.h"
#include "server/services/health_service.h"
#include "server/services/health_state.h"
#include "server/services/model_service.h"

namespace headwise {

class Server::Parts {
 public:
  Parts(const Options& options, const Logger& logger, std::unique_ptr<Engine> engine);

  absl::Status StartGrpc();
  absl::Status StartMetrics();
  void StartLoading();
  // The first call stops; every call tells whether all accepted requests finished.
  bool Stop();

  const Options& options() const { return options_; }
  int port() const { return port_; }
  int metrics_port() const { return exposer_ == nullptr ? 0 : exposer_->port(); }
  const std::shared_ptr<StopEvent>& stop_event() const { return stop_event_; }
  StopEvent& loaded() { return loaded_; }

 private:
  void OnLoaded(const absl::Status& status);
  void Drain();
  // Waits until calls have stopped coming in, at most until `limit`.
  void WaitForQuiet(absl::Time limit) const;
  // When connections are closed: soon if no call is left, else at `limit`.
  absl::Time ConnectionsEnd(absl::Time limit) const;

  const Options options_;
  const Logger& logger_;
  const std::shared_ptr<StopEvent> stop_event_ = std::make_shared<StopEvent>();
  StopEvent loaded_;  // "requested" once loading ended
  const SteadyClock clock_;
  const std::unique_ptr<Engine> engine_;
  MetricFamilies families_;
  RpcMetrics rpc_metrics_;
  CallActivity call_activity_;
  Series<prometheus::Gauge> build_info_;
  const RequestMetrics nameless_;
  ModelStore store_;
  JobQueue queue_;
  HealthState health_;
  const AttendIntake intake_;
  const AttendReader attend_reader_;
  const CoreReader core_reader_;
  AttentionService attention_service_;
  ModelService model_service_;
  HealthService health_service_;
  AttendRunner runner_;
  DispatcherThread dispatcher_;
  std::unique_ptr<grpc::Server> grpc_server_;
  int port_ = 0;
  std::unique_ptr<MetricsExposer> exposer_;
  std::unique_ptr<ModelLoader> loader_;
  bool stopped_ = false;
  bool finished_ = true;
};

}  // namespace headwise

#endif  // HEADWISE_SERVER_LIFECYCLE_SERVER_PARTS_H_
