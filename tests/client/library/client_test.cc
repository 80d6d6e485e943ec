#include "client/library/client.h"

#include <chrono>
#include <cstdint>
#include <thread>

#include "client/library/tensor.h"
#include "tests/client/library/fake_server.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::absl::StatusCode;
using ::headwise::testing::FakeServer;
using ::headwise::testing::StatusIs;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

grpc::Status Echo(grpc::ServerContext&, const v1::AttendRequest& request,
                  v1::AttendResponse* response) {
  response->set_model(request.model());
  *response->mutable_context() = request.input();
  return grpc::Status::OK;
}

v1::AttendRequest RequestOf(std::int64_t tokens) {
  v1::AttendRequest request;
  request.set_model("demo");
  const std::vector<float> values(static_cast<std::size_t>(2 * tokens), 0.5f);
  *request.mutable_input() = *MakeTensor({tokens, 2}, values);
  return request;
}

std::unique_ptr<Client> ClientOf(const FakeServer& server, ClientOptions options = {}) {
  options.target = server.target();
  return *Client::Create(options);
}

TEST(ClientTest, AttendReturnsTheAnswer) {
  FakeServer server;
  server.attention.attend = Echo;
  const auto response = ClientOf(server)->Attend(RequestOf(1));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->model(), "demo");
  EXPECT_THAT(*FloatsOf(response->context()), ElementsAre(0.5f, 0.5f));
}

TEST(ClientTest, AttendReturnsTheServersError) {
  FakeServer server;
  server.attention.attend = [](auto&, auto&, auto*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "layer: expected 0..3, got 9");
  };
  EXPECT_THAT(ClientOf(server)->Attend(RequestOf(1)),
              StatusIs(StatusCode::kInvalidArgument, "layer: expected 0..3, got 9"));
  EXPECT_EQ(server.attention.calls, 1);
}

TEST(ClientTest, AttendCoreReturnsTheAnswerAndRetries) {
  FakeServer server;
  server.attention.attend_core = [&server](auto&, const v1::AttendCoreRequest& request,
                                           v1::AttendCoreResponse* response) {
    if (server.attention.calls < 2) return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not now");
    *response->mutable_context() = request.values();
    return grpc::Status::OK;
  };
  v1::AttendCoreRequest request;
  *request.mutable_values() = *MakeTensor({1, 1, 1, 2}, {3, 4});
  const auto response = ClientOf(server)->AttendCore(request);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_THAT(*FloatsOf(response->context()), ElementsAre(3, 4));
  EXPECT_EQ(server.attention.calls, 2);
}

TEST(ClientTest, ListsAndDescribesModels) {
  FakeServer server;
  server.models.models["demo"].set_name("demo");
  server.models.models["demo"].add_layers();
  const auto client = ClientOf(server);
  EXPECT_EQ(client->ListModels()->models(0).name(), "demo");
  EXPECT_EQ(client->GetModel("demo")->layers_size(), 1);
  EXPECT_THAT(client->GetModel("other"),
              StatusIs(StatusCode::kNotFound, "model 'other' is not served"));
}

TEST(ClientTest, ChecksHealth) {
  FakeServer server;
  server.health.statuses["readiness"] = grpc::health::v1::HealthCheckResponse::NOT_SERVING;
  const auto client = ClientOf(server);
  EXPECT_EQ(*client->CheckHealth("readiness"), grpc::health::v1::HealthCheckResponse::NOT_SERVING);
  EXPECT_THAT(client->CheckHealth("other"), StatusIs(StatusCode::kNotFound, "unknown service"));
}

// Fails the first two calls with `code`.
auto FailTwice(FakeServer& server, grpc::StatusCode code) {
  return [&server, code](auto& context, auto& request, auto* response) {
    if (server.attention.calls < 3) return grpc::Status(code, "not now");
    return Echo(context, request, response);
  };
}

TEST(ClientTest, RetriesWhileUnavailable) {
  FakeServer server;
  server.attention.attend = FailTwice(server, grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(ClientOf(server)->Attend(RequestOf(1)).ok());
  EXPECT_EQ(server.attention.calls, 3);
}

// gRPC drops a retry of more than 256 KiB by default.
TEST(ClientTest, RetriesRequestsOfMegabytes) {
  FakeServer server;
  server.attention.attend = FailTwice(server, grpc::StatusCode::UNAVAILABLE);
  const auto response = ClientOf(server)->Attend(RequestOf(1 << 18));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->context().data().size(), 2u << 20);
  EXPECT_EQ(server.attention.calls, 3);
}

TEST(ClientTest, GivesUpAfterTheAttempts) {
  FakeServer server;
  server.attention.attend = FailTwice(server, grpc::StatusCode::UNAVAILABLE);
  ClientOptions options;
  options.max_attempts = 2;
  EXPECT_THAT(ClientOf(server, options)->Attend(RequestOf(1)),
              StatusIs(StatusCode::kUnavailable, "not now"));
  EXPECT_EQ(server.attention.calls, 2);
}

TEST(ClientTest, RetriesNothingElse) {
  FakeServer server;
  server.attention.attend = FailTwice(server, grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_THAT(ClientOf(server)->Attend(RequestOf(1)),
              StatusIs(StatusCode::kResourceExhausted, "not now"));
  EXPECT_EQ(server.attention.calls, 1);
}

TEST(ClientTest, EndsAtTheTimeout) {
  FakeServer server;
  server.attention.attend = [](grpc::ServerContext& context, auto&, auto*) {
    while (!context.IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return grpc::Status::CANCELLED;
  };
  ClientOptions options;
  options.timeout = absl::Milliseconds(100);
  EXPECT_THAT(ClientOf(server, options)->Attend(RequestOf(1)),
              StatusIs(StatusCode::kDeadlineExceeded, HasSubstr("within 100ms")));
}

TEST(ClientTest, SaysWhoseLimitARequestExceeds) {
  FakeServer server(1 << 10);
  server.attention.attend = Echo;
  EXPECT_THAT(ClientOf(server)->Attend(RequestOf(1 << 10)),
              StatusIs(StatusCode::kOutOfRange, AllOf(HasSubstr("the request has"),
                                                      HasSubstr("server's message limit of 1024"),
                                                      HasSubstr("--max-message-bytes"))));
}

TEST(ClientTest, SaysWhoseLimitAnAnswerExceeds) {
  FakeServer server;
  server.attention.attend = [](auto&, auto&, v1::AttendResponse* response) {
    response->mutable_context()->set_data(std::string(5000, 'x'));
    return grpc::Status::OK;
  };
  ClientOptions options;
  options.max_message_bytes = 4096;
  EXPECT_THAT(
      ClientOf(server, options)->Attend(RequestOf(1)),
      StatusIs(StatusCode::kOutOfRange,
               AllOf(HasSubstr("the answer has 50"), HasSubstr("client's message limit of 4096"))));
}

TEST(ClientTest, SaysThatNobodyAnswers) {
  ClientOptions options;
  options.target = "127.0.0.1:1";
  options.timeout = absl::Seconds(20);
  EXPECT_THAT(
      (*Client::Create(options))->ListModels(),
      StatusIs(StatusCode::kUnavailable, AllOf(HasSubstr("no server answers at 127.0.0.1:1"),
                                               HasSubstr("start headwise-server"))));
}

TEST(ClientTest, ServesSeveralThreadsAtOnce) {
  FakeServer server;
  server.attention.attend = Echo;
  const auto client = ClientOf(server);
  std::vector<std::thread> threads;
  std::atomic<int> answers{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { answers += client->Attend(RequestOf(100)).ok() ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answers, 8);
}

struct BadOptions {
  const char* text;
  void (*spoil)(ClientOptions&);
};

TEST(ClientOptionsTest, NamesTheOptionThatDoesNotFit) {
  const BadOptions cases[] = {
      {"target: expected HOST:PORT or unix:PATH, got 'http://h:1'; leave out http://",
       [](ClientOptions& o) { o.target = "http://h:1"; }},
      {"target: expected HOST:PORT or unix:PATH, got 'host'; add the port, as in host:50051",
       [](ClientOptions& o) { o.target = "host"; }},
      {"target: expected HOST:PORT or unix:PATH, got ''; add the port, as in localhost:50051",
       [](ClientOptions& o) { o.target = ""; }},
      {"timeout: expected more than 0, got 0",
       [](ClientOptions& o) { o.timeout = absl::ZeroDuration(); }},
      {"max_message_bytes: expected 1..2147418111, got 0",
       [](ClientOptions& o) { o.max_message_bytes = 0; }},
      {"max_attempts: expected 1..5, got 6", [](ClientOptions& o) { o.max_attempts = 6; }},
  };
  for (const BadOptions& bad : cases) {
    ClientOptions options;
    bad.spoil(options);
    EXPECT_THAT(Client::Create(options), StatusIs(StatusCode::kInvalidArgument, bad.text));
  }
}

}  // namespace
}  // namespace headwise
