#include "server/services/attention_service.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <future>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/server/support/attend_server.h"
#include "tests/server/support/demo.h"
#include "tests/server/support/float_tensor.h"

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

grpc::Status Send(AttendServer& server, const std::string& method, const std::string& bytes) {
  const grpc::Slice slice(bytes);
  grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  grpc::GenericStub stub(server.channel());
  std::promise<grpc::Status> promise;
  stub.UnaryCall(&context, "/headwise.v1.AttentionService/" + method, {}, &request, &response,
                 [&promise](grpc::Status status) { promise.set_value(std::move(status)); });
  return promise.get_future().get();
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

// What the answers say of single heads fits what they say together.
TEST(AttentionServiceTest, AnswersEveryQuestion) {
  AttendServer server;
  v1::AttendRequest request = DemoRequest(1);
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.mutable_contributions()->set_all(true);
  outputs.mutable_scores()->mutable_heads()->add_heads(5);
  outputs.mutable_scores()->add_rows(53);
  outputs.mutable_top_keys()->mutable_of()->mutable_heads()->add_heads(5);
  outputs.mutable_top_keys()->mutable_of()->add_rows(53);
  outputs.mutable_top_keys()->set_count(1);
  outputs.mutable_statistics()->mutable_heads()->add_heads(5);
  outputs.mutable_statistics()->add_rows(53);
  v1::AttendResponse response;
  const grpc::Status status = Call(server, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(response.contributions().tensor().shape(), ElementsAre(8, 54, 128));
  const std::vector<float> scores = Floats(response.scores().tensor());
  ASSERT_EQ(scores.size(), 54u);
  const auto largest = std::max_element(scores.begin(), scores.end());
  EXPECT_THAT(Integers(response.top_keys().keys()), ElementsAre(largest - scores.begin()));
  ASSERT_EQ(response.statistics_size(), 1);
  EXPECT_NEAR(response.statistics(0).largest_weight(), Floats(response.top_keys().weights())[0],
              1e-6);
}

TEST(AttentionServiceTest, AMaskHidesKeys) {
  AttendServer server;
  v1::AttendRequest request = DemoRequest(0);
  v1::Mask& mask = *request.add_masks();
  mask.set_meaning(v1::MASK_MEANING_IGNORE_WHERE_TRUE);
  for (const int dim : {1, 1, 1, 54}) mask.mutable_values()->add_shape(dim);
  mask.mutable_values()->set_dtype(v1::DATA_TYPE_BOOL);
  mask.mutable_values()->set_data(std::string(53, '\1') + '\0');  // all but the last key
  request.mutable_outputs()->mutable_probabilities()->mutable_heads()->add_heads(2);
  request.mutable_outputs()->mutable_probabilities()->add_rows(53);
  v1::AttendResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  std::vector<float> want(54, 0.f);
  want.back() = 1;
  EXPECT_EQ(Floats(response.probabilities().tensor()), want);
}

TEST(AttentionServiceTest, AMaskOfNumbersIsCheckedWhateverThePolicy) {
  v1::AttendRequest request = DemoRequest(0);
  request.add_masks()->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
  *request.mutable_masks(0)->mutable_values() = FloatTensor({1, 1, 1, 1}, {std::nanf("")});
  for (const NonFinitePolicy policy : {NonFinitePolicy::kReject, NonFinitePolicy::kPropagate}) {
    AttendServer server({}, true, policy);
    const grpc::Status status = Call(server, request);
    EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr("masks[0].values.data"));
  }
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
    for (const char* method : {"Attend", "AttendCore"}) {
      const grpc::Status status = Send(server, method, bytes);
      EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
      EXPECT_THAT(status.error_message(),
                  HasSubstr(std::string("expected a headwise.v1.") + method + "Request"));
    }
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
