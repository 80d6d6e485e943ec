#include "server/options/command_line.h"

#include <stdlib.h>

#include <cstdint>
#include <fstream>

#include "server/options/flag_table.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Arguments = std::vector<std::string>;
constexpr auto kUsage = absl::StatusCode::kInvalidArgument;
constexpr auto kConfig = absl::StatusCode::kFailedPrecondition;

absl::StatusOr<CommandLine> Parse(Arguments arguments, const Environment& environment = {}) {
  arguments.push_back("--model=demo=dir");
  return ParseCommandLine(arguments, environment);
}

TEST(CommandLineTest, Defaults) {
  const auto line = Parse({});
  ASSERT_THAT(line, IsOk());
  const Options& options = line->options;
  EXPECT_EQ(options.listen.ToString(), "127.0.0.1:50051");
  EXPECT_EQ(options.metrics_address->ToString(), "127.0.0.1:9464");
  EXPECT_EQ(options.max_message_bytes, 64 << 20);
  EXPECT_TRUE(options.reflection);
  EXPECT_TRUE(options.head_timing);
  EXPECT_EQ(options.models.at(0).directory, "dir");
  EXPECT_TRUE(line->text.empty());
}

TEST(CommandLineTest, TheCommandLineBeatsTheEnvironmentBeatsTheDefault) {
  const Environment environment = {{"HEADWISE_WORKERS", "3"}, {"HEADWISE_QUEUE_REQUESTS", "7"}};
  const auto line = Parse({"--workers", "5"}, environment);
  ASSERT_THAT(line, IsOk());
  EXPECT_EQ(line->options.workers, 5);
  EXPECT_EQ(line->options.queue_requests, 7);
  EXPECT_EQ(line->options.queue_tokens, Options().queue_tokens);
}

TEST(CommandLineTest, EveryValueFlagReachesItsOption) {
  const auto line = Parse({"--max-message-bytes=1MiB", "--max-request-tokens=10",
                           "--queue-requests=2", "--queue-tokens=20", "--queue-bytes=4MiB",
                           "--head-metrics=layer", "--nonfinite=propagate", "--drain-delay=3s",
                           "--shutdown-grace=4s", "--log-level=debug", "--keepalive-time=5s",
                           "--keepalive-timeout=6s", "--keepalive-min-interval=7s",
                           "--max-connection-age=8s", "--max-connection-age-grace=9s"});
  ASSERT_THAT(line, IsOk());
  const Options& o = line->options;
  EXPECT_THAT((std::vector<std::int64_t>{o.max_message_bytes, o.max_request_tokens,
                                         o.queue_requests, o.queue_tokens, o.queue_bytes}),
              ElementsAre(1 << 20, 10, 2, 20, 4 << 20));
  EXPECT_EQ(o.head_metrics, HeadMetrics::kLayer);
  EXPECT_EQ(o.nonfinite, NonFinitePolicy::kPropagate);
  EXPECT_EQ(o.log_level, LogLevel::kDebug);
  EXPECT_THAT((std::vector<absl::Duration>{o.drain_delay, o.shutdown_grace, o.keepalive_time,
                                           o.keepalive_timeout, o.keepalive_min_interval,
                                           o.max_connection_age, o.max_connection_age_grace}),
              ElementsAre(absl::Seconds(3), absl::Seconds(4), absl::Seconds(5), absl::Seconds(6),
                          absl::Seconds(7), absl::Seconds(8), absl::Seconds(9)));
}

TEST(CommandLineTest, WeightsAndTheirKernels) {
  const Options byte = Parse({"--weights=int8"})->options;
  EXPECT_EQ(byte.weights.storage, WeightStorage::kInt8);
  EXPECT_EQ(byte.weights.kernels, ProjectionKernels::kHighway);
  EXPECT_EQ(Parse({"--weights=bf16"})->options.weights.storage, WeightStorage::kBF16);
  EXPECT_EQ(Parse({"--projections=onednn"})->options.weights.kernels, ProjectionKernels::kOnednn);
  EXPECT_THAT(
      Parse({"--weights=int8", "--projections=onednn"}),
      StatusIs(kConfig, HasSubstr("--projections: expected highway with --weights=bf16 or int8")));
  EXPECT_THAT(Parse({"--weights=fp8"}), StatusIs(kUsage, HasSubstr("expected f32|bf16|int8")));
}

TEST(CommandLineTest, SwitchesTurnOnAndOff) {
  const auto line = Parse({"--reflection", "--no-head-timing", "--insecure", "--check"});
  ASSERT_THAT(line, IsOk());
  EXPECT_TRUE(line->options.reflection);
  EXPECT_FALSE(line->options.head_timing);
  EXPECT_TRUE(line->options.insecure);
  EXPECT_TRUE(line->options.check);
  EXPECT_FALSE(Parse({"--no-reflection"}, {{"HEADWISE_REFLECTION", "1"}})->options.reflection);
  EXPECT_TRUE(Parse({}, {{"HEADWISE_REFLECTION", "yes"}})->options.reflection);
  EXPECT_FALSE(Parse({"--insecure=false"})->options.insecure);
  EXPECT_TRUE(Parse({"--insecure=true"})->options.insecure);
}

TEST(CommandLineTest, SlowRequestsCanBeOff) {
  EXPECT_EQ(Parse({"--log-slow=off"})->options.log_slow, absl::InfiniteDuration());
  EXPECT_EQ(Parse({"--log-slow=0s"})->options.log_slow, absl::ZeroDuration());
  EXPECT_THAT(Parse({"--log-slow=never"}), StatusIs(kUsage, HasSubstr("or off, got \"never\"")));
  EXPECT_THAT(Parse({"--log-format=xml"}), StatusIs(kUsage, HasSubstr("text|json")));
}

TEST(CommandLineTest, AddressesMustDiffer) {
  EXPECT_THAT(Parse({"--listen=127.0.0.1:9464"}), StatusIs(kConfig, HasSubstr("for both")));
  EXPECT_THAT(Parse({"--listen=127.0.0.1:0", "--metrics-address=127.0.0.1:0"}), IsOk());
}

TEST(CommandLineTest, MetricsCanBeOff) {
  EXPECT_FALSE(Parse({"--metrics-address=off"})->options.metrics_address.has_value());
  EXPECT_FALSE(Parse({}, {{"HEADWISE_METRICS_ADDRESS", ""}})->options.metrics_address.has_value());
  EXPECT_THAT(Parse({"--metrics-address=unix:/x"}), StatusIs(kConfig, HasSubstr("metrics")));
}

TEST(CommandLineTest, ModelsRepeat) {
  const auto line = Parse({"--model", "a=x", "--model", "b=y"});
  ASSERT_THAT(line, IsOk());
  ASSERT_EQ(line->options.models.size(), 3u);
  EXPECT_EQ(line->options.models[1].name, "b");
}

TEST(CommandLineTest, TheEnvironmentListsModels) {
  const auto line = ParseCommandLine({}, {{"HEADWISE_MODEL", "a=x,b=y\nc=z\n"}});
  ASSERT_THAT(line, IsOk());
  ASSERT_EQ(line->options.models.size(), 3u);
  EXPECT_EQ(line->options.models[2].directory, "z");
}

TEST(CommandLineTest, NamesMustDiffer) {
  EXPECT_THAT(Parse({"--model=demo=other"}),
              StatusIs(kConfig, AllOf(HasSubstr("--model"), HasSubstr("\"demo\" twice"))));
}

TEST(CommandLineTest, AModelIsNeeded) {
  EXPECT_THAT(ParseCommandLine({}, {}), StatusIs(kConfig, HasSubstr("--model")));
}

TEST(CommandLineTest, PlaintextBeyondThisMachineNeedsConsent) {
  EXPECT_THAT(Parse({"--listen=0.0.0.0:50051"}),
              StatusIs(kConfig, AllOf(HasSubstr("--listen"), HasSubstr("--insecure"))));
  EXPECT_THAT(Parse({"--listen=0.0.0.0:50051", "--insecure"}), IsOk());
  EXPECT_THAT(Parse({"--listen=unix:/tmp/x"}), IsOk());
}

TEST(CommandLineTest, LimitsMustFitTogether) {
  EXPECT_THAT(Parse({"--queue-tokens=10"}),
              StatusIs(kConfig, AllOf(HasSubstr("--queue-tokens"), HasSubstr("32768"))));
  EXPECT_THAT(Parse({"--queue-bytes=1MiB"}), StatusIs(kConfig, HasSubstr("--max-message-bytes")));
}

TEST(CommandLineTest, ErrorsNameTheFlagOrTheVariable) {
  EXPECT_THAT(Parse({"--workers=x"}),
              StatusIs(kUsage, AllOf(HasSubstr("--workers: expected"), HasSubstr("got \"x\""))));
  EXPECT_THAT(Parse({}, {{"HEADWISE_WORKERS", "x"}}),
              StatusIs(kConfig, HasSubstr("HEADWISE_WORKERS: expected")));
  EXPECT_THAT(Parse({"--head-metrics=all"}), StatusIs(kUsage, HasSubstr("auto|off|layer|head")));
}

TEST(CommandLineTest, UnknownVariablesAreWarnings) {
  const auto line = Parse({}, {{"HEADWISE_LOGLEVEL", "x"},
                               {"HEADWISE_PORT_50051_TCP", "x"},
                               {"HEADWISE_SERVER", "the client's"},
                               {"HEADWISE_SERVICE_HOST", "y"}});
  ASSERT_THAT(line, IsOk());
  EXPECT_THAT(
      line->warnings,
      ElementsAre(HasSubstr("HEADWISE_LOGLEVEL belongs to no flag and was ignored; did you "
                            "mean HEADWISE_LOG_LEVEL?"),
                  HasSubstr("HEADWISE_PORT_50051_TCP"), HasSubstr("HEADWISE_SERVICE_HOST")));
}

TEST(CommandLineTest, ReadsTheFileThatIsNamed) {
  const TempFolder temp;
  std::ofstream(temp.File("a.toml")) << "workers = 3\nqueue-requests = 4\nqueue-tokens = 300000\n";
  std::ofstream(temp.File("b.toml")) << "workers = 9\n";
  const Environment environment = {{"HEADWISE_CONFIG", temp.File("a.toml")},
                                   {"HEADWISE_QUEUE_REQUESTS", "5"}};
  const auto line = Parse({"--queue-tokens=300001"}, environment);
  ASSERT_THAT(line, IsOk());
  EXPECT_EQ(line->options.workers, 3);
  EXPECT_EQ(line->options.queue_requests, 5);
  EXPECT_EQ(line->options.queue_tokens, 300001);
  EXPECT_EQ(Parse({"--config", temp.File("b.toml")}, environment)->options.workers, 9);
  EXPECT_EQ(Parse({"--config="}, environment)->options.workers, 0);
}

TEST(CommandLineTest, AnUnreadableFileIsWrongConfiguration) {
  EXPECT_THAT(Parse({"--config=/nowhere/x.toml"}),
              StatusIs(kConfig, "--config: cannot read \"x.toml\": No such file or directory"));
  EXPECT_THAT(Parse({}, {{"HEADWISE_CONFIG", "/nowhere/x.toml"}}),
              StatusIs(kConfig, HasSubstr("HEADWISE_CONFIG: cannot read")));
}

TEST(CommandLineTest, PrintsTheConfigurationEvenIfItDoesNotFitTogether) {
  const auto line = Parse({"--print-config", "--queue-tokens=1"});
  ASSERT_THAT(line, IsOk());
  EXPECT_THAT(line->text, HasSubstr("\nqueue-tokens = 1 "));
  EXPECT_THAT(line->warnings, ElementsAre(HasSubstr("--queue-tokens: expected at least")));
  EXPECT_THAT(Parse({"--print-config", "--queue-tokens=x"}), StatusIs(kUsage, HasSubstr("tokens")));
}

TEST(CommandLineTest, ErrorsAreJsonIfThatIsWanted) {
  EXPECT_EQ(FormatOfErrors({"--bogus"}, {}), LogFormat::kText);
  EXPECT_EQ(FormatOfErrors({"--log-format=json", "--bogus"}, {}), LogFormat::kJson);
  EXPECT_EQ(FormatOfErrors({"--log-format", "json"}, {}), LogFormat::kJson);
  EXPECT_EQ(FormatOfErrors({"--log-format"}, {}), LogFormat::kText);
  EXPECT_EQ(FormatOfErrors({}, {{"HEADWISE_LOG_FORMAT", "json"}}), LogFormat::kJson);
  EXPECT_EQ(FormatOfErrors({"--log-format=text"}, {{"HEADWISE_LOG_FORMAT", "json"}}),
            LogFormat::kText);
}

TEST(CommandLineTest, HelpAndVersionNeedNoModel) {
  const auto help = ParseCommandLine({"--help"}, {});
  ASSERT_THAT(help, IsOk());
  EXPECT_THAT(help->text, AllOf(HasSubstr("Examples:"), HasSubstr("HEADWISE_")));
  for (const Flag& flag : FlagTable()) {
    EXPECT_THAT(help->text, HasSubstr("--" + std::string(flag.name) + " "));
  }
  EXPECT_THAT(ParseCommandLine({"--version"}, {})->text, HasSubstr("headwise-server 0."));
}

TEST(CommandLineTest, ReadsThisProcessesVariables) {
  setenv("HEADWISE_WORKERS", "a=b", 1);
  setenv("OTHER_HEADWISE", "x", 1);
  const Environment environment = CurrentEnvironment();
  EXPECT_EQ(environment.at("HEADWISE_WORKERS"), "a=b");
  EXPECT_EQ(environment.count("OTHER_HEADWISE"), 0u);
}

}  // namespace
}  // namespace headwise::testing
