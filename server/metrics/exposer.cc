#include "server/metrics/exposer.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "prometheus/exposer.h"
#include "server/metrics/touch_listener.h"

namespace headwise {

absl::StatusOr<std::unique_ptr<MetricsExposer>> MetricsExposer::Create(
    const Address& address, std::vector<std::shared_ptr<prometheus::Collectable>> collectables) {
  // civetweb knows addresses by number only.
  const bool named = address.host() == "localhost";
  const std::string host = named ? "127.0.0.1" : address.host();
  const std::string where = named ? absl::StrCat(host, ":", address.port()) : address.ToString();
  try {
    // Each connection holds a thread until it is served or times out, so that a few which say
    // nothing must not be able to hold all.
    auto exposer = std::make_unique<prometheus::Exposer>(std::vector<std::string>{
        "listening_ports", where, "num_threads", "8", "request_timeout_ms", "5000"});
    return std::unique_ptr<MetricsExposer>(
        new MetricsExposer(host, std::move(exposer), std::move(collectables)));
  } catch (const std::exception&) {  // its text says no more
    return absl::UnavailableError(
        absl::StrCat("--metrics-address: cannot listen on ", address.ToString(),
                     "; is the port taken? Port 0 takes a free one, off switches metrics off"));
  }
}

MetricsExposer::MetricsExposer(std::string host, std::unique_ptr<prometheus::Exposer> exposer,
                               std::vector<std::shared_ptr<prometheus::Collectable>> collectables)
    : collectables_(std::move(collectables)), host_(std::move(host)), exposer_(std::move(exposer)) {
  for (const auto& collectable : collectables_) exposer_->RegisterCollectable(collectable);
  port_ = exposer_->GetListeningPorts().at(0);
}

// civetweb looks at its stop flag every two seconds, or when somebody connects.
MetricsExposer::~MetricsExposer() {
  std::atomic<bool> closed{false};
  std::thread waker;
  try {
    waker = std::thread([this, &closed] {
      while (!closed) {
        TouchListener(host_, port_);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
  } catch (const std::system_error&) {  // no thread to be had: then it takes two seconds
  }
  exposer_.reset();
  closed = true;
  if (waker.joinable()) waker.join();
}

}  // namespace headwise
