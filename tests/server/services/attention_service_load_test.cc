// AttentionService under load: full queues, deadlines, cancels, draining.
#include <chrono>
#include <future>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/support/attend_server.h"
#include "tests/server/support/demo.h"

namespace headwise::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr char kInFlight[] = "headwise_requests_in_flight";
constexpr char kRejected[] = "headwise_requests_rejected_total";

grpc::Status Call(AttendServer& server, const v1::AttendRequest& request) {
  grpc::ClientContext context;
  v1::AttendResponse response;
  return server.stub()->Attend(&context, request, &response);
}

// A call that runs while the test goes on.
class Pending {
 public:
  explicit Pending(AttendServer& server, milliseconds deadline = milliseconds(60000))
      : stub_(server.stub()) {
    context_.set_deadline(system_clock::now() + deadline);
    status_ = std::async(std::launch::async, [this] {
      v1::AttendResponse response;
      return stub_->Attend(&context_, DemoRequest(0), &response);
    });
  }
  void Cancel() { context_.TryCancel(); }
  grpc::StatusCode Code() { return status_.get().error_code(); }

 private:
  std::unique_ptr<v1::AttentionService::Stub> stub_;
  grpc::ClientContext context_;
  std::future<grpc::Status> status_;
};

// Of a limit of N exactly N wait.
TEST(AttentionServiceLoadTest, AFullQueueRefusesWithAPushback) {
  AttendServer server({2, 1 << 20, 1 << 30});
  server.gate().Close();
  Pending running(server);
  server.gate().WaitForBatches(1);
  Pending first(server);
  Pending second(server);
  ASSERT_TRUE(server.WaitForMetric("headwise_queue_requests", 2));
  EXPECT_EQ(server.Metric("headwise_queue_tokens"), 108);
  grpc::ClientContext context;
  v1::AttendResponse response;
  const grpc::Status status = server.stub()->Attend(&context, DemoRequest(0), &response);
  EXPECT_EQ(status.error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_EQ(context.GetServerTrailingMetadata().count("grpc-retry-pushback-ms"), 1u);
  EXPECT_EQ(server.Metric(kRejected, "reason", "queue_full"), 1);
  server.gate().Open();
  for (Pending* call : {&running, &first, &second}) EXPECT_EQ(call->Code(), grpc::OK);
}

// Answered on time although its batch still runs.
TEST(AttentionServiceLoadTest, ADeadlineIsAnsweredWhileTheBatchRuns) {
  AttendServer server;
  server.gate().Close();
  Pending running(server, milliseconds(1000));
  server.gate().WaitForBatches(1);
  EXPECT_EQ(running.Code(), grpc::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server.WaitForMetric(kInFlight, 0));  // the gate is still closed
  EXPECT_EQ(server.Metric(kRejected, "reason", "deadline"), 1);
  server.gate().Open();
  EXPECT_TRUE(Call(server, DemoRequest(0)).ok());
}

TEST(AttentionServiceLoadTest, ACancelledCallFreesItsPlace) {
  AttendServer server({1, 1 << 20, 1 << 30});
  server.gate().Close();
  Pending running(server);
  server.gate().WaitForBatches(1);
  Pending waiting(server);
  ASSERT_TRUE(server.WaitForMetric("headwise_queue_requests", 1));
  waiting.Cancel();
  EXPECT_EQ(waiting.Code(), grpc::CANCELLED);
  EXPECT_TRUE(server.WaitForMetric("headwise_queue_requests", 0));
  Pending next(server);
  ASSERT_TRUE(server.WaitForMetric("headwise_queue_requests", 1));
  server.gate().Open();
  EXPECT_EQ(running.Code(), grpc::OK);
  EXPECT_EQ(next.Code(), grpc::OK);
}

TEST(AttentionServiceLoadTest, ACancelledRunningCallIsDroppedAtOnce) {
  AttendServer server;
  server.gate().Close();
  Pending running(server);
  server.gate().WaitForBatches(1);
  running.Cancel();
  EXPECT_EQ(running.Code(), grpc::CANCELLED);
  EXPECT_TRUE(server.WaitForMetric(kInFlight, 0));
}

TEST(AttentionServiceLoadTest, ADrainingServerFinishesWhatItAccepted) {
  AttendServer server;
  server.gate().Close();
  Pending running(server);
  server.gate().WaitForBatches(1);
  Pending waiting(server);
  ASSERT_TRUE(server.WaitForMetric("headwise_queue_requests", 1));
  server.queue().Close();
  EXPECT_EQ(Call(server, DemoRequest(0)).error_code(), grpc::UNAVAILABLE);
  EXPECT_EQ(server.Metric(kRejected, "reason", "draining"), 1);
  server.gate().Open();
  EXPECT_EQ(running.Code(), grpc::OK);
  EXPECT_EQ(waiting.Code(), grpc::OK);
}

// Answered, cancelled and refused calls all give their bytes back.
TEST(AttentionServiceLoadTest, NoBytesAreLeftTaken) {
  AttendServer server({1, 1 << 20, 1 << 30});
  server.gate().Close();
  Pending running(server);
  server.gate().WaitForBatches(1);
  Pending waiting(server);
  ASSERT_TRUE(server.WaitForMetric("headwise_queue_requests", 1));
  EXPECT_EQ(Call(server, DemoRequest(0)).error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_GE(server.queue().waiting().bytes, 4 * 54 * 128 * 4);  // two requests, two answers
  waiting.Cancel();
  EXPECT_EQ(waiting.Code(), grpc::CANCELLED);
  server.gate().Open();
  EXPECT_EQ(running.Code(), grpc::OK);
  for (int i = 0; i < 10000 && server.queue().waiting().bytes > 0; ++i) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_EQ(server.queue().waiting().bytes, 0);
}

// A cancel at any moment gives one status and no crash.
TEST(AttentionServiceLoadTest, RacingCancelsLeaveNothingBehind) {
  AttendServer server;
  std::vector<std::thread> clients;
  for (int t = 0; t < 4; ++t) {
    clients.emplace_back([&server, t] {
      for (int i = 0; i < 50; ++i) {
        Pending call(server, milliseconds(i % 5 == 0 ? 1 : 60000));
        std::this_thread::sleep_for(std::chrono::microseconds((i * 37 + t * 211) % 1500));
        if (i % 2 == 0) call.Cancel();
        const grpc::StatusCode code = call.Code();
        EXPECT_TRUE(code == grpc::OK || code == grpc::CANCELLED || code == grpc::DEADLINE_EXCEEDED)
            << code;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_TRUE(server.WaitForMetric(kInFlight, 0));
  EXPECT_EQ(server.Metric("headwise_queue_requests"), 0);
  EXPECT_TRUE(Call(server, DemoRequest(0)).ok());
}

}  // namespace
}  // namespace headwise::testing
