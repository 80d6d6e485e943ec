// A whole server in the test's process.
#ifndef HEADWISE_TESTS_SERVER_SUPPORT_SERVER_FIXTURE_H_
#define HEADWISE_TESTS_SERVER_SUPPORT_SERVER_FIXTURE_H_

#include <future>
#include <memory>
#include <string>

#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "headwise/v1/attention.grpc.pb.h"
#include "server/lifecycle/server.h"
#include "tests/server/support/demo.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

inline Options DemoOptions() {
  Options options;
  options.models = {{"demo", kDemoFolder}};
  options.listen = *Address::Parse("127.0.0.1:0");
  options.metrics_address = *Address::Parse("127.0.0.1:0");
  options.shutdown_grace = absl::Seconds(20);
  options.reflection = false;  // once loaded, it stays on in the whole process
  return options;
}

class ServerTest : public ::testing::Test {
 protected:
  void Start(const Options& options = DemoOptions()) {
    auto server = Server::Create(options, logger_);
    ASSERT_THAT(server, IsOk());
    server_ = *std::move(server);
    ASSERT_THAT(server_->WaitUntilReady(), IsOk());
    channel_ = grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials());
  }
  grpc::Status Attend(const v1::AttendRequest& request, v1::AttendResponse* response) {
    grpc::ClientContext context;
    return v1::AttentionService::NewStub(channel_)->Attend(&context, request, response);
  }
  // An empty message to any method.
  grpc::Status Generic(const std::string& method) {
    const grpc::Slice slice{std::string()};
    grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer response;
    grpc::ClientContext context;
    grpc::GenericStub stub(channel_);
    std::promise<grpc::Status> promise;
    stub.UnaryCall(&context, method, {}, &request, &response,
                   [&promise](grpc::Status status) { promise.set_value(std::move(status)); });
    return promise.get_future().get();
  }

  const Logger logger_{LogLevel::kOff};
  std::unique_ptr<Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SERVER_SUPPORT_SERVER_FIXTURE_H_
