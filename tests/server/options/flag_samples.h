// For every flag that a file may hold, a value from each source, none of them the default.
#ifndef HEADWISE_TESTS_SERVER_OPTIONS_FLAG_SAMPLES_H_
#define HEADWISE_TESTS_SERVER_OPTIONS_FLAG_SAMPLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "server/options/options.h"

namespace headwise::testing {

struct FlagSample {
  std::string name;
  std::string file;  // as TOML
  std::string environment;
  std::string command_line;
  std::string (*get)(const Options&);
  // What `get` says of each.
  std::string default_value, from_file, from_environment, from_command_line;
};

template <bool Options::*kMember>
FlagSample SwitchSample(const std::string& name, bool on) {
  const std::string yes = on ? "true" : "false";
  const std::string no = on ? "false" : "true";
  return {name,
          no,
          on ? "on" : "0",
          no,
          [](const Options& o) { return std::string(o.*kMember ? "true" : "false"); },
          yes,
          no,
          yes,
          no};
}

template <auto kMember>
FlagSample CountSample(const std::string& name, const std::string& value) {
  return {name,
          "300001",
          "300002",
          "300003",
          [](const Options& o) { return absl::StrCat(o.*kMember); },
          value,
          "300001",
          "300002",
          "300003"};
}

template <absl::Duration Options::*kMember>
FlagSample DurationSample(const std::string& name, const std::string& value) {
  return {name,
          "\"71s\"",
          "72s",
          "73000ms",
          [](const Options& o) { return absl::FormatDuration(o.*kMember); },
          value,
          "1m11s",
          "1m12s",
          "1m13s"};
}

template <std::int64_t Options::*kMember>
FlagSample BytesSample(const std::string& name, const std::string& value) {
  return {name,
          "\"3GiB\"",
          "4GiB",
          "5368709120",
          [](const Options& o) { return absl::StrCat(o.*kMember); },
          value,
          "3221225472",
          "4294967296",
          "5368709120"};
}

inline FlagSample MessageBytesSample() {
  return {"max-message-bytes",
          "1000000",
          "2MiB",
          "3MiB",
          [](const Options& o) { return absl::StrCat(o.max_message_bytes); },
          "67108864",
          "1000000",
          "2097152",
          "3145728"};
}

inline FlagSample ModelSample() {
  return {"model",
          "[\"f=1\", \"g=2\"]",
          "e=3,d=4",
          "c=5",
          [](const Options& o) {
            return absl::StrJoin(o.models, ",", [](std::string* out, const ModelFlag& model) {
              absl::StrAppend(out, model.name, "=", model.directory);
            });
          },
          "",
          "f=1,g=2",
          "e=3,d=4",
          "c=5"};
}

inline FlagSample ListenSample() {
  return {"listen",
          "\"localhost:1\"",
          "127.0.0.1:2",
          "unix:/tmp/x",
          [](const Options& o) { return o.listen.ToString(); },
          "127.0.0.1:50051",
          "localhost:1",
          "127.0.0.1:2",
          "unix:/tmp/x"};
}

inline FlagSample MetricsSample() {
  return {"metrics-address",
          "\"localhost:1\"",
          "off",
          "localhost:3",
          [](const Options& o) {
            return o.metrics_address ? o.metrics_address->ToString() : std::string("none");
          },
          "127.0.0.1:9464",
          "localhost:1",
          "none",
          "localhost:3"};
}

// `get` of enumerations gives their number.
inline std::vector<FlagSample> ChoiceSamples() {
  return {{"nonfinite", "\"propagate\"", "reject", "propagate",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.nonfinite)); }, "0", "1",
           "0", "1"},
          {"weights", "\"bf16\"", "int8", "f32",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.weights.storage)); }, "0",
           "1", "2", "0"},
          {"projections", "\"onednn\"", "highway", "onednn",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.weights.kernels)); }, "0",
           "1", "0", "1"},
          {"head-metrics", "\"off\"", "layer", "head",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.head_metrics)); }, "0",
           "1", "2", "3"},
          {"log-level", "\"debug\"", "warning", "error",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.log_level)); }, "1", "0",
           "2", "3"},
          {"log-format", "\"json\"", "text", "json",
           [](const Options& o) { return absl::StrCat(static_cast<int>(o.log_format)); }, "0", "1",
           "0", "1"}};
}

inline std::vector<FlagSample> FlagSamples() {
  std::vector<FlagSample> samples = ChoiceSamples();
  for (FlagSample& sample : std::vector<FlagSample>{
           ModelSample(),
           ListenSample(),
           MetricsSample(),
           MessageBytesSample(),
           SwitchSample<&Options::insecure>("insecure", false),
           SwitchSample<&Options::reflection>("reflection", true),
           SwitchSample<&Options::head_timing>("head-timing", true),
           {"workers", "11", "12", "13", [](const Options& o) { return absl::StrCat(o.workers); },
            "0", "11", "12", "13"},
           CountSample<&Options::max_request_tokens>("max-request-tokens", "32768"),
           CountSample<&Options::queue_requests>("queue-requests", "256"),
           CountSample<&Options::queue_tokens>("queue-tokens", "262144"),
           BytesSample<&Options::queue_bytes>("queue-bytes", "1073741824"),
           DurationSample<&Options::log_slow>("log-slow", "inf"),
           DurationSample<&Options::drain_delay>("drain-delay", "0"),
           DurationSample<&Options::shutdown_grace>("shutdown-grace", "25s"),
           DurationSample<&Options::keepalive_time>("keepalive-time", "2m"),
           DurationSample<&Options::keepalive_timeout>("keepalive-timeout", "20s"),
           DurationSample<&Options::keepalive_min_interval>("keepalive-min-interval", "10s"),
           DurationSample<&Options::max_connection_age>("max-connection-age", "inf"),
           DurationSample<&Options::max_connection_age_grace>("max-connection-age-grace", "30s")}) {
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_OPTIONS_FLAG_SAMPLES_H_
