// AttendCore over a real channel. Numbers can be followed by hand.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/support/attend_server.h"
#include "tests/server/support/float_tensor.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::FloatNear;
using ::testing::HasSubstr;
using ::testing::Pointwise;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

grpc::Status Call(AttendServer& server, const v1::AttendCoreRequest& request,
                  v1::AttendCoreResponse* response = nullptr) {
  grpc::ClientContext context;
  v1::AttendCoreResponse ignored;
  return server.stub()->AttendCore(&context, request, response == nullptr ? &ignored : response);
}

// One query that weighs two keys 1 : 3.
v1::AttendCoreRequest OneToThree() {
  v1::AttendCoreRequest request;
  *request.mutable_queries() = FloatTensor({1, 1, 1, 1}, {1});
  *request.mutable_keys() = FloatTensor({1, 1, 2, 1}, {0, std::log(3.f)});
  *request.mutable_values() = FloatTensor({1, 1, 2, 1}, {4, 8});
  return request;
}

// Two heads of one kv head, two queries that weigh every key the same.
v1::AttendCoreRequest Average() {
  v1::AttendCoreRequest request;
  *request.mutable_queries() = FloatTensor({1, 2, 2, 1}, {0, 0, 0, 0});
  *request.mutable_keys() = FloatTensor({1, 1, 3, 1}, {1, 2, 3});
  *request.mutable_values() = FloatTensor({1, 1, 3, 2}, {3, 30, 6, 60, 9, 90});
  return request;
}

TEST(AttendCoreTest, ContextAndLogSumExp) {
  AttendServer server;
  v1::AttendCoreRequest request = OneToThree();
  request.set_request_id("core");
  v1::AttendCoreResponse response;
  const grpc::Status status = Call(server, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(Floats(response.context()), ElementsAre(FloatEq(7)));
  EXPECT_THAT(response.context().shape(), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(Floats(response.log_sum_exp()), ElementsAre(FloatEq(std::log(4.f))));
  EXPECT_THAT(response.log_sum_exp().shape(), ElementsAre(1, 1, 1));
  EXPECT_EQ(response.request_id(), "core");
  EXPECT_FALSE(response.instruction_set().empty());
}

TEST(AttendCoreTest, ScaleAndSink) {
  AttendServer server;
  v1::AttendCoreRequest request = OneToThree();
  request.set_scale(2);  // 1 : 9
  request.add_sinks(std::log(6.f));
  v1::AttendCoreResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(Floats(response.context()), ElementsAre(FloatEq((4 + 9 * 8) / 16.f)));
  EXPECT_THAT(Floats(response.log_sum_exp()), ElementsAre(FloatEq(std::log(16.f))));
}

TEST(AttendCoreTest, HeadsShareAKvHeadAndTheCausalRuleIsBottomRight) {
  AttendServer server;
  v1::AttendCoreRequest request = Average();
  request.set_causal(true);
  v1::AttendCoreResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(response.context().shape(), ElementsAre(1, 2, 2, 2));
  EXPECT_THAT(Floats(response.context()),
              Pointwise(FloatNear(1e-4f), {4.5f, 45.f, 6.f, 60.f, 4.5f, 45.f, 6.f, 60.f}));
}

TEST(AttendCoreTest, WindowAndKeyLengthsHideKeys) {
  AttendServer server;
  v1::AttendCoreRequest request = Average();
  request.set_causal(true);
  request.set_window(1);
  v1::AttendCoreResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(Floats(response.context()), Pointwise(FloatEq(), {6, 60, 9, 90, 6, 60, 9, 90}));
  request.add_key_lengths(0);
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(Floats(response.context()), Pointwise(FloatEq(), {0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_THAT(Floats(response.log_sum_exp()),
              ElementsAre(-kInfinity, -kInfinity, -kInfinity, -kInfinity));
}

TEST(AttendCoreTest, MasksOfEveryMeaning) {
  AttendServer server;
  for (const bool attend : {true, false}) {
    v1::AttendCoreRequest request = Average();
    v1::Mask& mask = *request.add_masks();
    mask.set_meaning(attend ? v1::MASK_MEANING_ATTEND_WHERE_TRUE
                            : v1::MASK_MEANING_IGNORE_WHERE_TRUE);
    *mask.mutable_values() = FloatTensor({1, 1, 1, 3}, {0, 0, 0});
    mask.mutable_values()->set_dtype(v1::DATA_TYPE_BOOL);
    mask.mutable_values()->set_data(attend ? std::string("\2\0\0", 3) : std::string("\0\1\7", 3));
    v1::AttendCoreResponse response;
    ASSERT_TRUE(Call(server, request, &response).ok());
    EXPECT_THAT(Floats(response.context()), Pointwise(FloatEq(), {3, 30, 3, 30, 3, 30, 3, 30}));
  }
  v1::AttendCoreRequest request = OneToThree();
  request.add_masks()->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
  *request.mutable_masks(0)->mutable_values() =
      FloatTensor({1, 1, 1, 2}, {std::log(3.f), -kInfinity});
  v1::AttendCoreResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(Floats(response.context()), ElementsAre(FloatEq(4)));
  EXPECT_THAT(Floats(response.log_sum_exp()), ElementsAre(FloatEq(std::log(3.f))));
}

TEST(AttendCoreTest, WhatAHeadDid) {
  AttendServer server;
  v1::AttendCoreRequest request = OneToThree();
  v1::OutputSelection& outputs = *request.mutable_outputs();
  outputs.mutable_probabilities()->mutable_heads()->set_all(true);
  outputs.mutable_scores()->mutable_heads()->set_all(true);
  outputs.mutable_top_keys()->mutable_of()->mutable_heads()->set_all(true);
  outputs.mutable_top_keys()->set_count(2);
  outputs.mutable_statistics()->mutable_heads()->set_all(true);
  outputs.set_timings(true);
  v1::AttendCoreResponse response;
  ASSERT_TRUE(Call(server, request, &response).ok());
  EXPECT_THAT(Floats(response.probabilities().tensor()), Pointwise(FloatEq(), {.25f, .75f}));
  EXPECT_THAT(Floats(response.scores().tensor()), Pointwise(FloatEq(), {0.f, std::log(3.f)}));
  EXPECT_THAT(Integers(response.top_keys().keys()), ElementsAre(1, 0));
  EXPECT_THAT(Floats(response.top_keys().weights()), Pointwise(FloatEq(), {.75f, .25f}));
  ASSERT_EQ(response.statistics_size(), 1);
  EXPECT_NEAR(response.statistics(0).entropy(), .25 * std::log(4) + .75 * std::log(4 / 3.), 1e-6);
  EXPECT_NEAR(response.statistics(0).largest_weight(), .75, 1e-6);
  EXPECT_NEAR(response.statistics(0).mean_distance(), .25, 1e-6);
  EXPECT_NEAR(response.statistics(0).first_token(), .25, 1e-6);
  EXPECT_NEAR(response.statistics(0).diagonal(), .75, 1e-6);
  EXPECT_EQ(response.timings().head_ns_size(), 1);
  EXPECT_GT(response.timings().decode_ns(), 0);
}

// Parts of the keys, put together by their log-sum-exp, are the whole.
TEST(AttendCoreTest, AnswersOverPartsMerge) {
  AttendServer server;
  v1::AttendCoreRequest part = OneToThree();
  *part.mutable_keys() = FloatTensor({1, 1, 1, 1}, {0});
  *part.mutable_values() = FloatTensor({1, 1, 1, 1}, {4});
  v1::AttendCoreResponse first;
  ASSERT_TRUE(Call(server, part, &first).ok());
  *part.mutable_keys() = FloatTensor({1, 1, 1, 1}, {std::log(3.f)});
  *part.mutable_values() = FloatTensor({1, 1, 1, 1}, {8});
  v1::AttendCoreResponse second;
  ASSERT_TRUE(Call(server, part, &second).ok());
  const float a = std::exp(Floats(first.log_sum_exp())[0]);
  const float b = std::exp(Floats(second.log_sum_exp())[0]);
  EXPECT_NEAR((a * Floats(first.context())[0] + b * Floats(second.context())[0]) / (a + b), 7,
              1e-5);
}

TEST(AttendCoreTest, RefusalsNameTheField) {
  AttendServer server;
  server.MeasureModel("");
  v1::AttendCoreRequest request = OneToThree();
  *request.mutable_keys() = FloatTensor({1, 1, 2, 1}, {0, std::nanf("")});
  grpc::Status status = Call(server, request);
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("keys.data: expected finite numbers"));
  request = OneToThree();
  request.add_masks()->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
  *request.mutable_masks(0)->mutable_values() = FloatTensor({1, 1, 1, 2}, {0, kInfinity});
  status = Call(server, request);
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("masks[0].values.data"));
  EXPECT_EQ(server.Metric("headwise_requests_rejected_total", "reason", "invalid"), 2);
}

// Additive masks hold numbers or -inf whatever the policy; other values may be anything under it.
TEST(AttendCoreTest, ThePolicyIsAboutInputsAlone) {
  AttendServer server({}, false, NonFinitePolicy::kPropagate);
  v1::AttendCoreRequest request = OneToThree();
  *request.mutable_values() = FloatTensor({1, 1, 2, 1}, {0, kInfinity});
  EXPECT_TRUE(Call(server, request).ok());
  request.add_masks()->set_meaning(v1::MASK_MEANING_ADDED_TO_SCORES);
  *request.mutable_masks(0)->mutable_values() = FloatTensor({1, 1, 1, 2}, {std::nanf(""), 0});
  EXPECT_EQ(Call(server, request).error_code(), grpc::INVALID_ARGUMENT);
}

TEST(AttendCoreTest, IsCountedWithoutAModel) {
  AttendServer server({}, false);  // no model is loaded
  server.MeasureModel("");
  ASSERT_TRUE(Call(server, Average()).ok());
  EXPECT_EQ(server.Metric("headwise_tokens_total", "kind", "input"), 2);
  EXPECT_EQ(server.Metric("headwise_batch_requests"), 1);
  for (const char* stage : {"decode", "queue", "attention", "encode"}) {
    EXPECT_EQ(server.Metric("headwise_stage_duration_seconds", "stage", stage), 1) << stage;
  }
  EXPECT_EQ(server.Metric("headwise_layer_duration_seconds", "layer", "0"), -1);
  EXPECT_EQ(server.Metric("headwise_model_ready"), -1);
  EXPECT_TRUE(server.WaitForMetric("headwise_requests_in_flight", 0));
}

}  // namespace
}  // namespace headwise::testing
