#include "client/command/command_line.h"

#include "absl/strings/str_cat.h"
#include "client/command/json_output.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using CommandLineTest = testing::CommandTest;

TEST_F(CommandLineTest, HelpAndVersion) {
  EXPECT_EQ(Run({"--help"}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("Usage: headwise [OPTIONS] SUBCOMMAND"));
  EXPECT_EQ(Run({"--version"}), kExitOk);
  EXPECT_THAT(out_.str(), StartsWith("headwise "));
  EXPECT_EQ(Run({}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("Usage: headwise"));
}

TEST_F(CommandLineTest, EverySubcommandsHelpHasExamples) {
  for (const char* name : {"models", "attend", "heads", "ablate", "compare", "core", "merge",
                           "inspect", "healthcheck"}) {
    EXPECT_EQ(Run({name, "--help"}), kExitOk);
    EXPECT_THAT(out_.str(), HasSubstr(absl::StrCat("Usage: headwise ", name)));
    EXPECT_THAT(out_.str(), HasSubstr(absl::StrCat("Examples:\n  headwise ", name)));
  }
}

TEST_F(CommandLineTest, UsageErrorsAreOneLineAndNameTheHelp) {
  EXPECT_EQ(Run({"models", "--bogus"}), kExitUsage);
  EXPECT_EQ(err_.str(),
            "headwise: The following argument was not expected: --bogus; see 'headwise models "
            "--help'\n");
  EXPECT_EQ(Run({"bogus"}), kExitUsage);
  EXPECT_EQ(Run({"attend", "demo", "0"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--input is required"));
}

TEST_F(CommandLineTest, Models) {
  EXPECT_EQ(Run({"models"}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("demo   ready"));
  EXPECT_EQ(Run({"models", "--output", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["models"][0]["name"], "demo");
  EXPECT_EQ(Run({"models", "demo", "-o", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["layers"][0]["heads"], 2);
  EXPECT_EQ(Run({"models", "other"}), kExitNoInput);
  EXPECT_EQ(err_.str(), "headwise: model 'other' is not served\n");
}

TEST_F(CommandLineTest, OptionsComeBeforeOrBehindTheSubcommand) {
  EXPECT_EQ(Run({"--output", "json", "models"}), kExitOk);
  EXPECT_TRUE(Json::accept(out_.str()));
  EXPECT_EQ(Run({"models", "--server", "127.0.0.1:1", "--timeout", "5s"}), kExitUnavailable);
  EXPECT_EQ(Run({"--server", "127.0.0.1:1", "--timeout", "5s", "models"}), kExitUnavailable);
  EXPECT_THAT(err_.str(), StartsWith("headwise: no server answers at 127.0.0.1:1"));
}

TEST_F(CommandLineTest, Inspect) {
  EXPECT_EQ(Run({"inspect", HEADWISE_SOURCE_DIR "/deploy/demo", "-o", "json"}), kExitOk)
      << err_.str();
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["architecture"], "gpt2");
  EXPECT_EQ(json["layers"].size(), 4u);
  EXPECT_EQ(json["layers"][3]["head_dim"], 16);
  EXPECT_EQ(Run({"inspect", "/nonexistent"}), kExitNoInput);
}

TEST_F(CommandLineTest, Healthcheck) {
  server_.health.statuses[""] = grpc::health::v1::HealthCheckResponse::SERVING;
  server_.health.statuses["readiness"] = grpc::health::v1::HealthCheckResponse::NOT_SERVING;
  EXPECT_EQ(Run({"healthcheck"}), kExitOk);
  EXPECT_EQ(out_.str(), "SERVING\n");
  EXPECT_EQ(Run({"healthcheck", "--service", "readiness"}), kExitDifferent);
  EXPECT_EQ(out_.str(), "NOT_SERVING\n");
  EXPECT_EQ(Run({"healthcheck", "--service", "other"}), kExitDifferent);
  EXPECT_EQ(err_.str(), "headwise: unknown service\n");
  EXPECT_EQ(Run({"healthcheck", "--server", "127.0.0.1:1"}), kExitDifferent);
}

TEST_F(CommandLineTest, SaysIfTheOutputCannotBeWritten) {
  std::ostream broken(nullptr);
  EXPECT_EQ(RunCommandLine({"models"}, server_.target(), Console{&broken, &err_}), kExitIo);
}

}  // namespace
}  // namespace headwise
