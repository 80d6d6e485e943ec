// AttendCore under load: it goes through the same queue as Attend.
#include <chrono>
#include <future>
#include <memory>

#include "gtest/gtest.h"
#include "tests/server/support/attend_server.h"
#include "tests/server/support/demo.h"
#include "tests/server/support/float_tensor.h"

namespace headwise::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr char kInFlight[] = "headwise_requests_in_flight";
constexpr char kWaiting[] = "headwise_queue_requests";
constexpr char kRejected[] = "headwise_requests_rejected_total";

// Two queries, three keys.
v1::AttendCoreRequest Request() {
  v1::AttendCoreRequest request;
  *request.mutable_queries() = FloatTensor({1, 1, 2, 1}, {0, 0});
  *request.mutable_keys() = FloatTensor({1, 1, 3, 1}, {1, 2, 3});
  *request.mutable_values() = FloatTensor({1, 1, 3, 1}, {3, 6, 9});
  return request;
}

// A call that runs while the test goes on.
class Pending {
 public:
  explicit Pending(AttendServer& server, milliseconds deadline = milliseconds(60000))
      : stub_(server.stub()) {
    context_.set_deadline(system_clock::now() + deadline);
    status_ = std::async(std::launch::async, [this] {
      v1::AttendCoreResponse response;
      return stub_->AttendCore(&context_, Request(), &response);
    });
  }
  void Cancel() { context_.TryCancel(); }
  grpc::StatusCode Code() { return status_.get().error_code(); }

 private:
  std::unique_ptr<v1::AttentionService::Stub> stub_;
  grpc::ClientContext context_;
  std::future<grpc::Status> status_;
};

class AttendCoreLoadTest : public ::testing::Test {
 protected:
  // Holds one batch back, with room for one request behind it.
  AttendCoreLoadTest() {
    server_.MeasureModel("");
    server_.gate().Close();
    running_ = std::make_unique<Pending>(server_);
    server_.gate().WaitForBatches(1);
  }
  AttendServer server_{{1, 1 << 20, 1 << 30}};
  std::unique_ptr<Pending> running_;
};

// The larger of queries and keys is what a request takes of the queue's tokens.
TEST_F(AttendCoreLoadTest, WaitsInTheSameQueueAsAttend) {
  Pending waiting(server_);
  ASSERT_TRUE(server_.WaitForMetric(kWaiting, 1));
  EXPECT_EQ(server_.Metric("headwise_queue_tokens"), 3);
  grpc::ClientContext context;
  v1::AttendResponse response;
  EXPECT_EQ(server_.stub()->Attend(&context, DemoRequest(0), &response).error_code(),
            grpc::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Pending(server_).Code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_EQ(server_.Metric(kRejected, "reason", "queue_full"), 1);
  server_.gate().Open();
  EXPECT_EQ(running_->Code(), grpc::OK);
  EXPECT_EQ(waiting.Code(), grpc::OK);
}

TEST_F(AttendCoreLoadTest, ACancelledCallFreesItsPlace) {
  Pending waiting(server_);
  ASSERT_TRUE(server_.WaitForMetric(kWaiting, 1));
  waiting.Cancel();
  EXPECT_EQ(waiting.Code(), grpc::CANCELLED);
  EXPECT_TRUE(server_.WaitForMetric(kWaiting, 0));
  running_->Cancel();
  EXPECT_EQ(running_->Code(), grpc::CANCELLED);
  EXPECT_TRUE(server_.WaitForMetric(kInFlight, 0));  // the gate is still closed
}

TEST_F(AttendCoreLoadTest, ADeadlineIsAnsweredWhileItWaits) {
  EXPECT_EQ(Pending(server_, milliseconds(200)).Code(), grpc::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server_.WaitForMetric(kRejected, 1, "reason", "deadline"));
  server_.gate().Open();
  EXPECT_EQ(running_->Code(), grpc::OK);
}

TEST_F(AttendCoreLoadTest, ADrainingServerFinishesWhatItAccepted) {
  server_.queue().Close();
  EXPECT_EQ(Pending(server_).Code(), grpc::UNAVAILABLE);
  EXPECT_EQ(server_.Metric(kRejected, "reason", "draining"), 1);
  server_.gate().Open();
  EXPECT_EQ(running_->Code(), grpc::OK);
}

}  // namespace
}  // namespace headwise::testing
