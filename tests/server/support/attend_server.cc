#include "tests/server/support/attend_server.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "tests/server/metrics/collected.h"
#include "tests/server/support/demo.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

void Gate::Run(absl::Span<const std::shared_ptr<Job>> batch) {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  inner_.Run(batch);
}

void Gate::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = false;
}

void Gate::Open() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = true;
  changed_.notify_all();
}

void Gate::WaitForBatches(int count) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return arrived_ >= count; });
}

AttendServer::AttendServer(QueueLimits limits, bool load, NonFinitePolicy nonfinite)
    : engine_(*Engine::Create()),
      nameless_(families_, ""),
      store_({"demo"}, families_),
      queue_(limits),
      policy_{{std::int64_t{1} << 24, 4096}, nonfinite, engine_->instruction_set()},
      intake_(store_, clock_, nameless_),
      attend_reader_(store_, policy_),
      core_reader_(*engine_, nameless_, policy_),
      service_(intake_, {attend_reader_, core_reader_}, queue_, clock_, logger_),
      runner_(clock_),
      gate_(runner_),
      dispatcher_(std::make_unique<DispatcherThread>(queue_, clock_, gate_)) {
  if (load) {
    const std::atomic<bool> stop{false};
    auto model = LoadModel({"demo", kDemoFolder}, {*engine_, families_, logger_}, stop);
    EXPECT_THAT(model, IsOk());
    store_.Publish(*std::move(model));
  }
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service_);
  server_ = builder.BuildAndStart();
  channel_ =
      grpc::CreateChannel("127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials());
}

AttendServer::~AttendServer() {
  gate_.Open();
  dispatcher_.reset();
  server_->Shutdown();
}

double AttendServer::Metric(const std::string& name, const std::string& label,
                            const std::string& value) const {
  LabelMap labels = {{"model", measured_}};
  if (!label.empty()) labels[label] = value;
  const Collected collected(*families_.registry());
  const prometheus::ClientMetric* series = collected.Series(name, labels);
  if (series == nullptr) return -1;
  return series->gauge.value + series->counter.value +
         static_cast<double>(series->histogram.sample_count);
}

bool AttendServer::WaitForMetric(const std::string& name, double value, const std::string& label,
                                 const std::string& label_value) const {
  for (int i = 0; i < 10000; ++i) {
    if (Metric(name, label, label_value) == value) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace headwise::testing
