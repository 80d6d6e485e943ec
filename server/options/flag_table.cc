#include "server/options/flag_table.h"

#include <limits>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/options/flag_values.h"

namespace headwise {
namespace {

using Text = absl::string_view;

constexpr std::int64_t kMostMessageBytes = (std::int64_t{2} << 30) - (std::int64_t{1} << 20);
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;

template <typename From, typename To>
absl::Status Store(absl::StatusOr<From> value, To& to) {
  if (!value.ok()) return value.status();
  to = static_cast<To>(*std::move(value));
  return absl::OkStatus();
}

absl::Status AddModel(Text text, Options& options) {
  absl::StatusOr<ModelFlag> model = ParseModelFlag(text);
  if (!model.ok()) return model.status();
  options.models.push_back(*std::move(model));
  return absl::OkStatus();
}

absl::Status SetMetricsAddress(Text text, Options& options) {
  options.metrics_address.reset();
  if (text.empty() || text == "off") return absl::OkStatus();
  absl::StatusOr<Address> address = Address::Parse(text);
  if (!address.ok()) return UnexpectedValue("HOST:PORT or off", text);
  options.metrics_address = *std::move(address);
  return absl::OkStatus();
}

absl::Status SetHeadMetrics(Text text, Options& options) {
  return Store(ParseChoice<HeadMetrics>(text, {{"auto", HeadMetrics::kAuto},
                                               {"off", HeadMetrics::kOff},
                                               {"layer", HeadMetrics::kLayer},
                                               {"head", HeadMetrics::kHead}}),
               options.head_metrics);
}

absl::Status SetNonFinite(Text text, Options& options) {
  return Store(ParseChoice<NonFinitePolicy>(text, {{"reject", NonFinitePolicy::kReject},
                                                   {"propagate", NonFinitePolicy::kPropagate}}),
               options.nonfinite);
}

absl::Status SetLogLevel(Text text, Options& options) {
  return Store(ParseChoice<LogLevel>(text, {{"debug", LogLevel::kDebug},
                                            {"info", LogLevel::kInfo},
                                            {"warning", LogLevel::kWarning},
                                            {"error", LogLevel::kError},
                                            {"off", LogLevel::kOff}}),
               options.log_level);
}

template <bool Options::*kMember>
absl::Status SetSwitch(Text text, Options& options) {
  return Store(ParseSwitch(text), options.*kMember);
}

template <std::int64_t Options::*kMember>
absl::Status SetCount(Text text, Options& options) {
  return Store(ParseWhole(text, 1, kMost), options.*kMember);
}

template <absl::Duration Options::*kMember>
absl::Status SetDuration(Text text, Options& options) {
  return Store(ParseNonNegativeDuration(text, false), options.*kMember);
}

template <absl::Duration Options::*kMember>
absl::Status SetDurationOrInf(Text text, Options& options) {
  return Store(ParseNonNegativeDuration(text, true), options.*kMember);
}

constexpr Text kModels = "Models";
constexpr Text kNetwork = "Network";
constexpr Text kWork = "Work and limits";
constexpr Text kSee = "Metrics and logs";
constexpr Text kStop = "Connections and stopping";

constexpr Flag kFlags[] = {
    {"model", "NAME=DIR", kModels, "Serve the checkpoint in DIR as NAME; repeat for more", AddModel,
     true},
    {"check", "", kModels, "Load and validate the models, print a line for each, and exit",
     SetSwitch<&Options::check>},
    {"listen", "HOST:PORT", kNetwork,
     "gRPC address, or unix:PATH; port 0 takes a free one [127.0.0.1:50051]",
     [](Text text, Options& o) { return Store(Address::Parse(text), o.listen); }},
    {"metrics-address", "HOST:PORT", kNetwork,
     "Prometheus address, or off; port 0 takes a free one [127.0.0.1:9464]", SetMetricsAddress},
    {"insecure", "", kNetwork, "Allow plaintext on addresses that other machines reach [off]",
     SetSwitch<&Options::insecure>},
    {"reflection", "", kNetwork, "Serve gRPC reflection, for grpcurl and the like [on]",
     SetSwitch<&Options::reflection>},
    {"workers", "COUNT", kWork, "Threads that compute; 0: what the CPU quota allows [0]",
     [](Text text, Options& o) { return Store(ParseWhole(text, 0, 1024), o.workers); }},
    {"max-message-bytes", "BYTES", kWork, "Largest request and response [64MiB]",
     [](Text text, Options& o) {
       return Store(ParseByteCount(text, 1024, kMostMessageBytes), o.max_message_bytes);
     }},
    {"max-request-tokens", "COUNT", kWork, "Most tokens (B*T) of one request [32768]",
     SetCount<&Options::max_request_tokens>},
    {"queue-requests", "COUNT", kWork, "Most requests that wait; further ones are refused [256]",
     SetCount<&Options::queue_requests>},
    {"queue-tokens", "COUNT", kWork, "Most tokens that wait [262144]",
     SetCount<&Options::queue_tokens>},
    {"queue-bytes", "BYTES", kWork, "Most bytes of waiting requests and their responses [1GiB]",
     [](Text text, Options& o) { return Store(ParseByteCount(text, 1024, kMost), o.queue_bytes); }},
    {"nonfinite", "POLICY", kWork, "Input with NaN or infinity: reject|propagate [reject]",
     SetNonFinite},
    {"head-metrics", "LEVEL", kSee,
     "Duration histograms: auto|off|layer|head; auto is head up to 1024 heads a model [auto]",
     SetHeadMetrics},
    {"head-timing", "", kSee, "Measure each head's time [on]", SetSwitch<&Options::head_timing>},
    {"log-level", "LEVEL", kSee, "debug|info|warning|error|off [info]", SetLogLevel},
    {"drain-delay", "DURATION", kStop,
     "After SIGTERM, keep serving this long while health says NOT_SERVING [0s]",
     SetDuration<&Options::drain_delay>},
    {"shutdown-grace", "DURATION", kStop, "Then let accepted requests finish for this long [25s]",
     SetDuration<&Options::shutdown_grace>},
    {"keepalive-time", "DURATION", kStop, "Ping a silent connection after this long [2m]",
     SetDurationOrInf<&Options::keepalive_time>},
    {"keepalive-timeout", "DURATION", kStop, "Close it without an answer after this long [20s]",
     SetDuration<&Options::keepalive_timeout>},
    {"keepalive-min-interval", "DURATION", kStop, "Clients may ping no more often than this [10s]",
     SetDuration<&Options::keepalive_min_interval>},
    {"max-connection-age", "DURATION", kStop, "Ask clients to reconnect after this long [inf]",
     SetDurationOrInf<&Options::max_connection_age>},
    {"max-connection-age-grace", "DURATION", kStop,
     "Then let the connection's calls finish for this long [30s]",
     SetDurationOrInf<&Options::max_connection_age_grace>},
};

}  // namespace

absl::Span<const Flag> FlagTable() { return kFlags; }

std::string EnvironmentName(const Flag& flag) {
  return absl::StrCat("HEADWISE_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(flag.name, {{"-", "_"}})));
}

}  // namespace headwise
