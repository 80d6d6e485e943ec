// AttentionService behind a real gRPC server, with batches that a test can hold back.
#ifndef HEADWISE_TESTS_SERVER_SUPPORT_ATTEND_SERVER_H_
#define HEADWISE_TESTS_SERVER_SUPPORT_ATTEND_SERVER_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "grpcpp/grpcpp.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "server/batch/attend_runner.h"
#include "server/batch/dispatcher.h"
#include "server/models/model_loader.h"
#include "server/services/attend_reader.h"
#include "server/services/attention_service.h"
#include "server/services/core_reader.h"

namespace headwise::testing {

// Lets batches through while open; counts those that arrived.
class Gate final : public BatchRunner {
 public:
  explicit Gate(BatchRunner& inner) : inner_(inner) {}
  void Run(absl::Span<const std::shared_ptr<Job>> batch) override;
  void Close();
  void Open();
  // Blocks until `count` batches arrived in all.
  void WaitForBatches(int count);

 private:
  BatchRunner& inner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
  int arrived_ = 0;
};

class AttendServer {
 public:
  // `load`: publish the demo model; otherwise it stays loading.
  explicit AttendServer(QueueLimits limits = {}, bool load = true,
                        NonFinitePolicy nonfinite = NonFinitePolicy::kReject);
  ~AttendServer();

  std::shared_ptr<grpc::Channel> channel() const { return channel_; }
  std::unique_ptr<v1::AttentionService::Stub> stub() const {
    return v1::AttentionService::NewStub(channel_);
  }
  Gate& gate() { return gate_; }
  JobQueue& queue() { return queue_; }
  // Whose metrics the next two mean: "demo", or "" for requests without a model.
  void MeasureModel(const std::string& model) { measured_ = model; }
  // Value of a gauge or counter of that model, with one more label for counters.
  double Metric(const std::string& name, const std::string& label = "",
                const std::string& value = "") const;
  // Waits until that metric has the value; false after ten seconds.
  bool WaitForMetric(const std::string& name, double value, const std::string& label = "",
                     const std::string& label_value = "") const;

 private:
  SteadyClock clock_;
  Logger logger_{LogLevel::kOff};
  MetricFamilies families_;
  std::unique_ptr<Engine> engine_;
  const RequestMetrics nameless_;
  ModelStore store_;
  JobQueue queue_;
  const AttendPolicy policy_;
  const AttendIntake intake_;
  const AttendReader attend_reader_;
  const CoreReader core_reader_;
  AttentionService service_;
  AttendRunner runner_;
  Gate gate_;
  std::unique_ptr<DispatcherThread> dispatcher_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::string measured_ = "demo";
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_SUPPORT_ATTEND_SERVER_H_
