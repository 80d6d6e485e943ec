#include "server/lifecycle/server.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <string>

#include "headwise/v1/model.grpc.pb.h"
#include "tests/server/support/http_get.h"
#include "tests/server/support/server_fixture.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(ServerTest, AnswersWithTheModelsOwnOutput) {
  Start();
  EXPECT_GT(server_->port(), 0);
  v1::AttendResponse response;
  const grpc::Status status = Attend(DemoRequest(0), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(IsClose(response.context(), DemoTensor(0, "output")));
  EXPECT_FALSE(response.instruction_set().empty());
}

TEST_F(ServerTest, ListensOnUnixSockets) {
  const TempFolder folder;
  Options options = DemoOptions();
  options.listen = *Address::Parse("unix:" + folder.File("server.sock"));
  Start(options);
  v1::AttendResponse response;
  EXPECT_TRUE(Attend(DemoRequest(2), &response).ok());
  EXPECT_EQ(server_->port(), 0);
}

TEST_F(ServerTest, ASecondOneDoesNotTakeALiveSocketAway) {
  const TempFolder folder;
  Options options = DemoOptions();
  options.listen = *Address::Parse("unix:" + folder.File("server.sock"));
  Start(options);
  EXPECT_THAT(Server::Create(options, logger_),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("a server answers at unix:")));
  v1::AttendResponse response;
  EXPECT_TRUE(Attend(DemoRequest(2), &response).ok());
}

TEST_F(ServerTest, ASocketThatNobodyListensOnIsFree) {
  const TempFolder folder;
  const std::string path = folder.File("server.sock");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), address.sun_path);
  const int left = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(left, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  close(left);
  Options options = DemoOptions();
  options.listen = *Address::Parse("unix:" + path);
  Start(options);
  v1::AttendResponse response;
  EXPECT_TRUE(Attend(DemoRequest(2), &response).ok());
}

TEST_F(ServerTest, SocketPathsHaveALimit) {
  Options options = DemoOptions();
  options.listen = *Address::Parse("unix:/" + std::string(200, 'x'));
  EXPECT_THAT(Server::Create(options, logger_), StatusIs(absl::StatusCode::kInvalidArgument,
                                                         HasSubstr("at most 107 bytes, got 201")));
}

// gRPC's clients hear of the end at their next look at the connection, every 5 s where nothing is
// asked; a call that began meanwhile would end as CANCELLED, which nobody retries.
TEST_F(ServerTest, AnIdleConnectionDoesNotHoldTheEndUp) {
  Start();
  v1::AttendResponse response;
  ASSERT_TRUE(Attend(DemoRequest(0), &response).ok());
  auto stopped = std::async(std::launch::async, [this] { return server_->Shutdown(); });
  EXPECT_EQ(stopped.wait_for(std::chrono::seconds(4)), std::future_status::ready);
  EXPECT_TRUE(stopped.get());
  EXPECT_EQ(Attend(DemoRequest(0), &response).error_code(), grpc::UNAVAILABLE);
}

TEST_F(ServerTest, TellsItsModels) {
  Start();
  const auto stub = v1::ModelService::NewStub(channel_);
  grpc::ClientContext list_context;
  v1::ListModelsResponse list;
  ASSERT_TRUE(stub->ListModels(&list_context, {}, &list).ok());
  ASSERT_EQ(list.models_size(), 1);
  EXPECT_EQ(list.models(0).state(), v1::MODEL_STATE_READY);
  EXPECT_EQ(list.models(0).layers(), 4);
  grpc::ClientContext get_context;
  v1::GetModelRequest request;
  request.set_model("demo");
  v1::GetModelResponse model;
  ASSERT_TRUE(stub->GetModel(&get_context, request, &model).ok());
  EXPECT_EQ(model.architecture(), "gpt2");
  EXPECT_EQ(model.layers_size(), 4);
  EXPECT_EQ(model.layers(0).attention_flops_per_pair(), 4 * 16 * 8);
  EXPECT_EQ(model.layers(0).projection_flops_per_token(), 2 * 128 * 128 * 4);
  EXPECT_EQ(model.limits().message_bytes(), 64 << 20);
  EXPECT_EQ(model.version(), list.models(0).version());
}

TEST_F(ServerTest, UnknownModelsAreNotFound) {
  Start();
  grpc::ClientContext context;
  v1::GetModelRequest request;
  request.set_model("other");
  v1::GetModelResponse model;
  const auto status = v1::ModelService::NewStub(channel_)->GetModel(&context, request, &model);
  EXPECT_EQ(status.error_code(), grpc::NOT_FOUND);
}

TEST_F(ServerTest, ExportsWhatItDid) {
  Start();
  v1::AttendResponse response;
  ASSERT_TRUE(Attend(DemoRequest(3), &response).ok());
  const std::string scrape = HttpGet(server_->metrics_port(), "/metrics");
  for (const char* line :
       {"headwise_head_duration_seconds_count{head=\"7\",layer=\"3\",model=\"demo\"} 1",
        "headwise_head_duration_seconds_count{head=\"7\",layer=\"2\",model=\"demo\"} 0",
        "headwise_model_ready{model=\"demo\"} 1",
        "grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"Attend\",grpc_service=\"headwise."
        "v1.AttentionService\",grpc_type=\"unary\"} 1",
        "grpc_server_started_total{grpc_method=\"Attend\",grpc_service=\"headwise.v1."
        "AttentionService\",grpc_type=\"unary\"} 1",
        "grpc_server_started_total{grpc_method=\"AttendCore\",grpc_service=\"headwise.v1."
        "AttentionService\",grpc_type=\"unary\"} 0",
        "headwise_build_info{", "headwise_workers ", "process_open_fds "}) {
    EXPECT_THAT(scrape, HasSubstr(line));
  }
}

TEST_F(ServerTest, MetricsCanBeOff) {
  Options options = DemoOptions();
  options.metrics_address.reset();
  Start(options);
  EXPECT_EQ(server_->metrics_port(), 0);
  EXPECT_EQ(server_->metrics_url(), "");
}

TEST_F(ServerTest, ATakenPortIsAnError) {
  Start();
  Options options = DemoOptions();
  options.listen = *Address::Parse(server_->address());
  EXPECT_THAT(Server::Create(options, logger_),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("--listen")));
  options = DemoOptions();
  options.metrics_address = *Address::Parse("127.0.0.1:" + std::to_string(server_->metrics_port()));
  EXPECT_THAT(Server::Create(options, logger_),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("--metrics-address")));
}

TEST_F(ServerTest, AModelThatDoesNotLoadStopsTheServer) {
  Options options = DemoOptions();
  options.models = {{"gone", ::testing::TempDir() + "/no_such_model"}};
  const auto server = Server::Create(options, logger_);
  ASSERT_THAT(server, IsOk());
  EXPECT_THAT((*server)->Wait(),
              StatusIs(absl::StatusCode::kNotFound,
                       AllOf(HasSubstr("model gone"), Not(HasSubstr(::testing::TempDir())))));
}

TEST_F(ServerTest, CompressedMessagesAreRefused) {
  Start();
  grpc::ClientContext context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  v1::AttendRequest request = DemoRequest(0);
  request.mutable_input()->mutable_data()->assign(54 * 128 * 4, '\0');
  v1::AttendResponse response;
  const auto status = v1::AttentionService::NewStub(channel_)->Attend(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::UNIMPLEMENTED);
}

TEST_F(ServerTest, AMessageBeyondTheLimitIsRefused) {
  Options options = DemoOptions();
  options.max_message_bytes = 16384;
  Start(options);
  v1::AttendResponse response;
  EXPECT_EQ(Attend(DemoRequest(0), &response).error_code(), grpc::RESOURCE_EXHAUSTED);
}

TEST_F(ServerTest, ReflectionOnlyWhenWanted) {
  constexpr char kMethod[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
  Start();
  EXPECT_EQ(Generic(kMethod).error_code(), grpc::UNIMPLEMENTED);
  Options options = DemoOptions();
  options.reflection = true;
  Start(options);
  EXPECT_TRUE(Generic(kMethod).ok());
}

TEST_F(ServerTest, ShutsDownOnceAndCleanly) {
  Start();
  EXPECT_TRUE(server_->Shutdown());
  EXPECT_TRUE(server_->Shutdown());
  v1::AttendResponse response;
  EXPECT_EQ(Attend(DemoRequest(0), &response).error_code(), grpc::UNAVAILABLE);
}

TEST_F(ServerTest, AStopRequestEndsWait) {
  Start();
  const auto event = server_->stop_event();
  auto waited = std::async(std::launch::async, [this] { return server_->Wait(); });
  event->Request(absl::OkStatus());
  EXPECT_THAT(waited.get(), IsOk());
}

TEST_F(ServerTest, StopsWhileItLoads) {
  for (int i = 0; i < 5; ++i) {
    const auto server = Server::Create(DemoOptions(), logger_);
    ASSERT_THAT(server, IsOk());
    EXPECT_TRUE((*server)->Shutdown());
    // Loaded in time or given up, but never waited for in vain.
    EXPECT_THAT((*server)->WaitUntilReady().code(),
                AnyOf(absl::StatusCode::kOk, absl::StatusCode::kUnavailable));
  }
}

}  // namespace
}  // namespace headwise::testing
