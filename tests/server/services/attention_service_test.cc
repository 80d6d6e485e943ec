#include "server/services/attention_service.h"

#include <cmath>
#include <cstring>
#include <future>
#include <string>

#include "gmock/gmock.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/server/support/attend_server.h"
#include "tests/server/support/demo.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kInFlight[] = "headwise_requests_in_flight";
constexpr char kRejected[] = "headwise_requests_rejected_total";

grpc::Status Call(AttendServer& server, const v1::AttendRequest& request,
                  v1::AttendResponse* response = nullptr) {
  grpc::ClientContext context;
  v1::AttendResponse ignored;
  return server.stub()->Attend(&context, request, response == nullptr ? &ignored : response);
}

TEST(AttentionServiceTest, AnswersEveryLayerOfTheDemo) {
  AttendServer server;
  for (int layer = 0; layer < kDemoLayers; ++layer) {
    v1::AttendResponse response;
    const grpc::Status status = Call(server, DemoRequest(layer), &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_THAT(response.context().shape(), ElementsAre(54, 128));
    EXPECT_TRUE(IsClose(response.context(), DemoTensor(layer, "output"))) << layer;
    EXPECT_EQ(response.model(), "demo");
    EXPECT_EQ(response.model_version().size(), 16u);
    EXPECT_EQ(response.layer(), layer);
  }
}

TEST(AttentionServiceTest, AnswersHeadByHead) {
  AttendServer server;
  v1::AttendRequest request = DemoRequest(1);
  request.set_request_id("heads");
  request.mutable_outputs()->mutable_head_context()->set_all(true);
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->set_all(true);
  request.mutable_outputs()->set_timings(true);
  v1::AttendResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_TRUE(IsClose(response.head_context().tensor(), DemoTensor(1, "head_context")));
  EXPECT_TRUE(IsClose(response.probabilities().tensor(), DemoTensor(1, "probabilities")));
  EXPECT_EQ(response.timings().head_ns_size(), 8);
  EXPECT_GT(response.timings().head_ns(0), 0);
  EXPECT_GT(response.timings().decode_ns(), 0);
  EXPECT_EQ(response.timings().batch_requests(), 1);
  EXPECT_EQ(response.request_id(), "heads");
}

TEST(AttentionServiceTest, CountsWhatItAnswers) {
  AttendServer server;
  ASSERT_TRUE(Call(server, DemoRequest(0)).ok());
  EXPECT_EQ(server.Metric("headwise_tokens_total", "kind", "input"), 54);
  EXPECT_EQ(server.Metric("headwise_batch_requests"), 1);
  EXPECT_EQ(server.Metric("headwise_layer_duration_seconds", "layer", "0"), 1);
  for (const char* stage :
       {"decode", "queue", "input_projection", "attention", "output_projection", "encode"}) {
    EXPECT_EQ(server.Metric("headwise_stage_duration_seconds", "stage", stage), 1) << stage;
  }
  EXPECT_TRUE(server.WaitForMetric(kInFlight, 0));
}

TEST(AttentionServiceTest, MalformedBytesAreInvalidArgument) {
  AttendServer server;
  for (const std::string& bytes :
       {std::string("\xff\xff\xff"), std::string("\x1a\x7f"), std::string(100000, '\x0a')}) {
    const grpc::Slice slice(bytes);
    grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer response;
    grpc::ClientContext context;
    grpc::GenericStub stub(server.channel());
    std::promise<grpc::Status> promise;
    stub.UnaryCall(&context, "/headwise.v1.AttentionService/Attend", {}, &request, &response,
                   [&promise](grpc::Status status) { promise.set_value(std::move(status)); });
    const grpc::Status status = promise.get_future().get();
    EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr("expected a headwise.v1.AttendRequest"));
  }
  EXPECT_TRUE(Call(server, DemoRequest(0)).ok());
}

TEST(AttentionServiceTest, UnknownNamesAndLayersAreNotFound) {
  AttendServer server;
  v1::AttendRequest request = DemoRequest(0);
  request.set_model("other");
  grpc::Status status = Call(server, request);
  EXPECT_EQ(status.error_code(), grpc::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("expected one of demo"));
  for (const int layer : {-1, 4, 2147483647}) {
    request = DemoRequest(0);
    request.set_layer(layer);
    status = Call(server, request);
    EXPECT_EQ(status.error_code(), grpc::NOT_FOUND);
    EXPECT_THAT(status.error_message(), HasSubstr("layer: expected 0 to 3"));
  }
  EXPECT_EQ(server.Metric(kRejected, "reason", "not_found"), 3);
}

TEST(AttentionServiceTest, NamesThatCanBeNoneAreInvalid) {
  AttendServer server;
  for (const char* name : {"", "../demo", "/demo", ".demo", "de mo", "demo\n"}) {
    v1::AttendRequest request = DemoRequest(0);
    request.set_model(name);
    const grpc::Status status = Call(server, request);
    EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT) << name;
    EXPECT_THAT(status.error_message(), HasSubstr("model: expected a name"));
  }
}

TEST(AttentionServiceTest, AModelThatLoadsIsUnavailable) {
  AttendServer server({}, false);
  const grpc::Status status = Call(server, DemoRequest(0));
  EXPECT_EQ(status.error_code(), grpc::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("still loading"));
}

TEST(AttentionServiceTest, NonFiniteInputFollowsThePolicy) {
  v1::AttendRequest request = DemoRequest(0);
  const float nan = std::nanf("");
  std::memcpy(&(*request.mutable_input()->mutable_data())[(50 * 128 + 7) * 4], &nan, 4);
  AttendServer rejecting;
  const grpc::Status status = Call(rejecting, request);
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("[0,50,7]"));
  AttendServer propagating({}, true, NonFinitePolicy::kPropagate);
  EXPECT_TRUE(Call(propagating, request).ok());
}

}  // namespace
}  // namespace headwise::testing
