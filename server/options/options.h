// Everything that can be set about a server.
#ifndef HEADWISE_SERVER_OPTIONS_OPTIONS_H_
#define HEADWISE_SERVER_OPTIONS_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "engine/tensor/weight_options.h"
#include "server/log/log_line.h"
#include "server/options/address.h"

namespace headwise {

// A checkpoint to serve and the name to serve it under.
struct ModelFlag {
  std::string name;
  std::string directory;
};

// How fine the attention's time is exported; kAuto takes kHead for models of up to 1,024 heads.
enum class HeadMetrics { kAuto, kOff, kLayer, kHead };

// What to do with an input that holds NaN or infinity.
enum class NonFinitePolicy { kReject, kPropagate };

// Plain values; the defaults are those of the flags.
struct Options {
  std::vector<ModelFlag> models;
  std::string config_file;  // empty: none
  bool check = false;
  bool print_config = false;
  Address listen = *Address::Parse("127.0.0.1:50051");
  std::optional<Address> metrics_address = *Address::Parse("127.0.0.1:9464");  // nullopt: off
  bool insecure = false;

  int workers = 0;  // 0: what the CPU quota and the affinity mask allow
  std::int64_t max_message_bytes = std::int64_t{64} << 20;
  std::int64_t max_request_tokens = 32768;
  std::int64_t queue_requests = 256;
  std::int64_t queue_tokens = 262144;
  std::int64_t queue_bytes = std::int64_t{1} << 30;
  WeightOptions weights;
  NonFinitePolicy nonfinite = NonFinitePolicy::kReject;

  HeadMetrics head_metrics = HeadMetrics::kAuto;
  bool head_timing = true;
  bool reflection = true;
  LogLevel log_level = LogLevel::kInfo;
  LogFormat log_format = LogFormat::kText;
  absl::Duration log_slow = absl::InfiniteDuration();  // infinite: off

  absl::Duration drain_delay = absl::ZeroDuration();
  absl::Duration shutdown_grace = absl::Seconds(25);
  absl::Duration keepalive_time = absl::Minutes(2);
  absl::Duration keepalive_timeout = absl::Seconds(20);
  absl::Duration keepalive_min_interval = absl::Seconds(10);
  absl::Duration max_connection_age = absl::InfiniteDuration();
  absl::Duration max_connection_age_grace = absl::Seconds(30);
};

// Rules between values: FAILED_PRECONDITION names the flags and the mend.
absl::Status ValidateOptions(const Options& options);

}  // namespace headwise

#endif  // HEADWISE_SERVER_OPTIONS_OPTIONS_H_
