#include "server/options/flag_table.h"

#include <cstdint>
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

absl::Status SetWeights(Text text, Options& options) {
  return Store(ParseChoice<WeightStorage>(text, {{"f32", WeightStorage::kF32},
                                                 {"bf16", WeightStorage::kBF16},
                                                 {"int8", WeightStorage::kInt8}}),
               options.weights.storage);
}

absl::Status SetProjections(Text text, Options& options) {
  return Store(ParseChoice<ProjectionKernels>(text, {{"highway", ProjectionKernels::kHighway},
                                                     {"onednn", ProjectionKernels::kOnednn}}),
               options.weights.kernels);
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

absl::Status SetLogFormat(Text text, Options& options) {
  return Store(
      ParseChoice<LogFormat>(text, {{"text", LogFormat::kText}, {"json", LogFormat::kJson}}),
      options.log_format);
}

absl::Status SetLogSlow(Text text, Options& options) {
  options.log_slow = absl::InfiniteDuration();
  if (text == "off") return absl::OkStatus();
  absl::StatusOr<absl::Duration> slow = ParseNonNegativeDuration(text, false);
  if (!slow.ok()) return UnexpectedValue("a duration such as 500ms, 30s or 5m, or off", text);
  options.log_slow = *slow;
  return absl::OkStatus();
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

absl::Status SetConfigFile(Text text, Options& options) {
  options.config_file = std::string(text);
  return absl::OkStatus();
}

constexpr Text kProgram = "Program";
constexpr Text kModels = "Models";
constexpr Text kNetwork = "Network";
constexpr Text kWork = "Work and limits";
constexpr Text kSee = "Metrics and logs";
constexpr Text kStop = "Connections and stopping";

constexpr Flag kFlags[] = {
    {"model", FlagType::kList, "NAME=DIR", kModels, "",
     "Serve the checkpoint in DIR as NAME; repeat for more", AddModel},
    {"weights", FlagType::kString, "TYPE", kModels, "f32",
     "Keep the projections' weights as f32|bf16|int8", SetWeights},
    {"projections", FlagType::kString, "KERNELS", kModels, "highway",
     "Multiply them with the kernels of highway|onednn", SetProjections},
    {"listen", FlagType::kString, "HOST:PORT", kNetwork, "127.0.0.1:50051",
     "gRPC address, or unix:PATH; port 0 takes a free one",
     [](Text text, Options& o) { return Store(Address::Parse(text), o.listen); }},
    {"metrics-address", FlagType::kString, "HOST:PORT", kNetwork, "127.0.0.1:9464",
     "Prometheus address, or off; port 0 takes a free one", SetMetricsAddress},
    {"insecure", FlagType::kBoolean, "", kNetwork, "false",
     "Allow plaintext on addresses that other machines reach", SetSwitch<&Options::insecure>},
    {"reflection", FlagType::kBoolean, "", kNetwork, "true",
     "Serve gRPC reflection, for grpcurl and the like", SetSwitch<&Options::reflection>},
    {"workers", FlagType::kInteger, "COUNT", kWork, "0",
     "Threads that compute; 0: what the CPU quota allows",
     [](Text text, Options& o) { return Store(ParseWhole(text, 0, 1024), o.workers); }},
    {"max-message-bytes", FlagType::kBytes, "BYTES", kWork, "64MiB", "Largest request and response",
     [](Text text, Options& o) {
       return Store(ParseByteCount(text, 1024, kMostMessageBytes), o.max_message_bytes);
     }},
    {"max-request-tokens", FlagType::kInteger, "COUNT", kWork, "32768",
     "Most tokens (B*T) of one request", SetCount<&Options::max_request_tokens>},
    {"queue-requests", FlagType::kInteger, "COUNT", kWork, "256",
     "Most requests that wait; further ones are refused", SetCount<&Options::queue_requests>},
    {"queue-tokens", FlagType::kInteger, "COUNT", kWork, "262144", "Most tokens that wait",
     SetCount<&Options::queue_tokens>},
    {"queue-bytes", FlagType::kBytes, "BYTES", kWork, "1GiB",
     "Most bytes of waiting requests and their responses",
     [](Text text, Options& o) { return Store(ParseByteCount(text, 1024, kMost), o.queue_bytes); }},
    {"nonfinite", FlagType::kString, "POLICY", kWork, "reject",
     "Input with NaN or infinity: reject|propagate", SetNonFinite},
    {"head-metrics", FlagType::kString, "LEVEL", kSee, "auto",
     "Duration histograms: auto|off|layer|head; auto is head up to 1024 heads a model",
     SetHeadMetrics},
    {"head-timing", FlagType::kBoolean, "", kSee, "true", "Measure each head's time",
     SetSwitch<&Options::head_timing>},
    {"log-level", FlagType::kString, "LEVEL", kSee, "info",
     "Keep log lines from this level on: debug|info|warning|error|off", SetLogLevel},
    {"log-format", FlagType::kString, "FORMAT", kSee, "text",
     "Lines of key=value pairs or JSON objects: text|json", SetLogFormat},
    {"log-slow", FlagType::kDuration, "DURATION", kSee, "off",
     "Log requests that take this long as warnings", SetLogSlow},
    {"drain-delay", FlagType::kDuration, "DURATION", kStop, "0s",
     "After SIGTERM, keep serving this long while health says NOT_SERVING",
     SetDuration<&Options::drain_delay>},
    {"shutdown-grace", FlagType::kDuration, "DURATION", kStop, "25s",
     "Then let accepted requests finish for this long", SetDuration<&Options::shutdown_grace>},
    {"keepalive-time", FlagType::kDuration, "DURATION", kStop, "2m",
     "Ping a silent connection after this long", SetDurationOrInf<&Options::keepalive_time>},
    {"keepalive-timeout", FlagType::kDuration, "DURATION", kStop, "20s",
     "Close it without an answer after this long", SetDuration<&Options::keepalive_timeout>},
    {"keepalive-min-interval", FlagType::kDuration, "DURATION", kStop, "10s",
     "Clients may ping no more often than this", SetDuration<&Options::keepalive_min_interval>},
    {"max-connection-age", FlagType::kDuration, "DURATION", kStop, "inf",
     "Ask clients to reconnect after this long", SetDurationOrInf<&Options::max_connection_age>},
    {"max-connection-age-grace", FlagType::kDuration, "DURATION", kStop, "30s",
     "Then let the connection's calls finish for this long",
     SetDurationOrInf<&Options::max_connection_age_grace>},
    {"config", FlagType::kString, "FILE", kProgram, "",
     "Read flags from a TOML file, whose keys are the flags' names", SetConfigFile, false},
    {"check", FlagType::kBoolean, "", kProgram, "false",
     "Validate the configuration, load the models, print a line for each, and exit",
     SetSwitch<&Options::check>, false},
    {"print-config", FlagType::kBoolean, "", kProgram, "false",
     "Print the effective configuration as a file, with the source of each value, and exit",
     SetSwitch<&Options::print_config>, false},
};

}  // namespace

absl::string_view TypeName(FlagType type) {
  constexpr Text kNames[] = {"boolean", "integer", "bytes", "duration", "string", "list"};
  return kNames[static_cast<int>(type)];
}

absl::Span<const Flag> FlagTable() { return kFlags; }

const Flag* FindFlag(absl::string_view name) {
  for (const Flag& flag : kFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

std::string EnvironmentName(const Flag& flag) {
  return absl::StrCat("HEADWISE_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(flag.name, {{"-", "_"}})));
}

}  // namespace headwise
