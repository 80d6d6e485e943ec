// The real server, asked by the real client and the real command.
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/library/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "tests/integration/server_process.h"
#include "tests/server/support/demo.h"
#include "tests/server/support/float_tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

constexpr int kHeads = 8;

std::string HeadCount(int layer, int head) {
  return absl::StrCat("headwise_head_duration_seconds_count{head=\"", head, "\",layer=\"", layer,
                      "\",model=\"demo\"}");
}

std::string Headwise(const ServerProcess& server, const std::string& arguments) {
  return absl::StrCat("HEADWISE_SERVER=", server.address(), " " HEADWISE_COMMAND_BINARY " ",
                      arguments);
}

std::string DemoPath(int layer, const char* what = "input") {
  return absl::StrCat(HEADWISE_SOURCE_DIR "/deploy/demo/activations.safetensors:layer.", layer, ".",
                      what);
}

TEST(ServingTest, HealthTurnsServingAndTheAnswerIsRight) {
  ServerProcess server;
  server.WaitUntilServing();
  const auto client = server.MakeClient();
  for (int layer = 0; layer < kDemoLayers; ++layer) {
    const auto response = client->Attend(DemoRequest(layer));
    ASSERT_THAT(response, IsOk());
    EXPECT_TRUE(IsClose(response->context(), DemoTensor(layer, "output"))) << layer;
  }
}

TEST(ServingTest, AttentionWithoutAModel) {
  ServerProcess server;
  server.WaitUntilServing();
  v1::AttendCoreRequest request;
  *request.mutable_queries() = FloatTensor({1, 1, 1, 1}, {1});
  *request.mutable_keys() = FloatTensor({1, 1, 2, 1}, {0, std::log(3.f)});
  *request.mutable_values() = FloatTensor({1, 1, 2, 1}, {4, 8});
  const auto stub = v1::AttentionService::NewStub(
      grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  v1::AttendCoreResponse response;
  ASSERT_TRUE(stub->AttendCore(&context, request, &response).ok());
  EXPECT_THAT(Floats(response.context()), ::testing::ElementsAre(::testing::FloatEq(7)));
  EXPECT_EQ(Scrape(server).at("headwise_tokens_total{kind=\"input\",model=\"\"}"), 1);
}

TEST(ServingTest, EachHeadsCountRisesByTheRequestsSent) {
  ServerProcess server;
  server.WaitUntilServing();
  const auto client = server.MakeClient();
  const auto before = Scrape(server);
  constexpr int kRequests = 7;
  for (int i = 0; i < kRequests; ++i) ASSERT_THAT(client->Attend(DemoRequest(2)), IsOk());
  const auto after = Scrape(server);
  for (int layer = 0; layer < kDemoLayers; ++layer) {
    for (int head = 0; head < kHeads; ++head) {
      const std::string series = HeadCount(layer, head);
      ASSERT_TRUE(before.count(series) == 1 && after.count(series) == 1) << series;
      EXPECT_EQ(after.at(series) - before.at(series), layer == 2 ? kRequests : 0) << series;
    }
  }
  const std::string handled =
      "grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"Attend\","
      "grpc_service=\"headwise.v1.AttentionService\",grpc_type=\"unary\"}";
  EXPECT_EQ(after.at(handled) - before.at(handled), kRequests);
  EXPECT_EQ(after.at("headwise_tokens_total{kind=\"input\",model=\"demo\"}"), kRequests * 54);
}

TEST(ServingTest, AGatedHeadIsNotCounted) {
  ServerProcess server;
  server.WaitUntilServing();
  v1::AttendRequest request = DemoRequest(0);
  for (int head = 0; head < kHeads; ++head) request.add_gates(head == 3 ? 0.0f : 1.0f);
  ASSERT_THAT(server.MakeClient()->Attend(request), IsOk());
  const auto samples = Scrape(server);
  EXPECT_EQ(samples.at(HeadCount(0, 3)), 0);
  EXPECT_EQ(samples.at(HeadCount(0, 4)), 1);
}

TEST(ServingTest, PromtoolFindsNothingWrong) {
  ServerProcess server;
  server.WaitUntilServing();
  ASSERT_THAT(server.MakeClient()->Attend(DemoRequest(0)), IsOk());
  const CommandResult check =
      RunCommand("curl -sf " + server.metrics_url() + " | promtool check metrics");
  EXPECT_EQ(check.exit_code, 0);
  EXPECT_EQ(check.output, "");
}

// Every refusal during a drain must be a refusal, and every accepted request must be answered.
TEST(ServingTest, SigtermUnderLoadFailsNoAcceptedRequest) {
  ServerProcess server;
  server.WaitUntilServing();
  std::atomic<int> answered{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 6; ++i) {
    callers.emplace_back([&, layer = i % kDemoLayers] {
      const auto client = server.MakeClient();
      const Tensor want = DemoTensor(layer, "output");
      while (true) {
        const auto response = client->Attend(DemoRequest(layer));
        if (!response.ok()) {
          ++refused;
          EXPECT_THAT(response, StatusIs(absl::StatusCode::kUnavailable, ::testing::_));
          // A connection that breaks under a call would have lost an accepted request.
          EXPECT_THAT(std::string(response.status().message()),
                      ::testing::AnyOf(HasSubstr("shutting down"), HasSubstr("nobody answers")));
          return;
        }
        EXPECT_TRUE(IsClose(response->context(), want));
        ++answered;
      }
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  server.Signal(SIGTERM);
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(server.ExitCode(), 0);
  EXPECT_GT(answered, 0);
  EXPECT_EQ(refused, 6);
}

TEST(CommandTest, AttendChecksAgainstTheExpectedOutput) {
  ServerProcess server;
  server.WaitUntilServing();
  const CommandResult right = RunCommand(Headwise(
      server, "attend demo 1 --input " + DemoPath(1) + " --expect " + DemoPath(1, "output")));
  EXPECT_EQ(right.exit_code, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("within 1e-5"));
  const CommandResult wrong = RunCommand(Headwise(
      server, "attend demo 1 --input " + DemoPath(1) + " --expect " + DemoPath(2, "output")));
  EXPECT_EQ(wrong.exit_code, 1) << wrong.output;
}

TEST(CommandTest, EveryCommandGivesJson) {
  ServerProcess server;
  server.WaitUntilServing();
  for (const std::string& arguments :
       {std::string("models"), std::string("models demo"), "attend demo 0 --input " + DemoPath(0),
        "heads demo 0 --input " + DemoPath(0), "compare demo 0 --input " + DemoPath(0),
        std::string("compare --heads 1,2 --tokens 16 --d-model 32"), std::string("healthcheck"),
        std::string("inspect " HEADWISE_SOURCE_DIR "/deploy/demo")}) {
    const CommandResult result =
        RunCommand("set -e; out=$(" + Headwise(server, arguments + " --output json") +
                   "); printf %s \"$out\" | python3 -m json.tool");
    EXPECT_EQ(result.exit_code, 0) << arguments << ": " << result.output;
  }
}

TEST(CommandTest, ErrorsAreOneLineWithAnExitCode) {
  ServerProcess server;
  server.WaitUntilServing();
  struct Case {
    std::string arguments;
    int exit_code;
    std::string text;
  };
  for (const Case& c :
       {Case{"attend nobody 0 --input " + DemoPath(0), 66, "nobody"},
        Case{"attend demo 9 --input " + DemoPath(0), 66, "layer"},
        Case{"attend demo 0 --input nowhere.npy", 66, "nowhere.npy"},
        Case{"attend demo 0 --input " + DemoPath(0, "probabilities"), 65, "input.shape"},
        Case{"--server 127.0.0.1:1 models", 69, "127.0.0.1:1"}, Case{"attend demo", 64, ""}}) {
    const CommandResult result = RunCommand(Headwise(server, c.arguments));
    EXPECT_EQ(result.exit_code, c.exit_code) << c.arguments << ": " << result.output;
    EXPECT_THAT(result.output, HasSubstr(c.text));
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }
}

TEST(CommandTest, HealthcheckFollowsTheServer) {
  ServerProcess server;
  server.WaitUntilServing();
  EXPECT_EQ(RunCommand(Headwise(server, "healthcheck")).exit_code, 0);
  EXPECT_EQ(RunCommand(Headwise(server, "healthcheck --service readiness")).exit_code, 0);
  EXPECT_EQ(RunCommand(Headwise(server, "healthcheck --service nothing")).exit_code, 1);
  server.Signal(SIGTERM);
  EXPECT_EQ(server.ExitCode(), 0);
  EXPECT_EQ(RunCommand(Headwise(server, "healthcheck")).exit_code, 1);
}

}  // namespace
}  // namespace headwise::testing
