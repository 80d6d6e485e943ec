// Health as load balancers and Kubernetes see it.
#include <future>
#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/server/support/server_fixture.h"

namespace headwise::testing {
namespace {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

class ServerHealthTest : public ServerTest {
 protected:
  grpc::Status CheckHealth(const std::string& name, HealthCheckResponse* response) {
    grpc::ClientContext context;
    HealthCheckRequest request;
    request.set_service(name);
    return Health::NewStub(channel_)->Check(&context, request, response);
  }
};

TEST_F(ServerHealthTest, HealthKnowsItsNames) {
  Start();
  for (const char* name :
       {"", "headwise.v1.AttentionService", "headwise.v1.ModelService", "liveness", "readiness"}) {
    HealthCheckResponse response;
    ASSERT_TRUE(CheckHealth(name, &response).ok()) << name;
    EXPECT_EQ(response.status(), HealthCheckResponse::SERVING) << name;
  }
  HealthCheckResponse response;
  EXPECT_EQ(CheckHealth("nonsense", &response).error_code(), grpc::NOT_FOUND);
}

TEST_F(ServerHealthTest, AWatchSeesTheDrainAndEnds) {
  Start();
  grpc::ClientContext context;
  const auto reader = Health::NewStub(channel_)->Watch(&context, {});
  HealthCheckResponse response;
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  auto stopped = std::async(std::launch::async, [this] { return server_->Shutdown(); });
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING);
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_EQ(reader->Finish().error_code(), grpc::UNAVAILABLE);
  EXPECT_TRUE(stopped.get());
}

TEST_F(ServerHealthTest, AnUnknownNameIsWatchedAsUnknown) {
  Start();
  grpc::ClientContext context;
  HealthCheckRequest request;
  request.set_service("nonsense");
  const auto reader = Health::NewStub(channel_)->Watch(&context, request);
  HealthCheckResponse response;
  ASSERT_TRUE(reader->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVICE_UNKNOWN);
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::CANCELLED);
}

}  // namespace
}  // namespace headwise::testing
