// A few seconds of load: every answer right, refusals quick, memory level.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/integration/server_process.h"
#include "tests/server/support/demo.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

constexpr char kMemory[] = "process_resident_memory_bytes";

// Runs `call(i)` in `threads` threads, again and again, for `duration`.
template <typename Call>
void Repeat(int threads, absl::Duration duration, Call call) {
  std::vector<std::thread> callers;
  const absl::Time end = absl::Now() + duration;
  for (int i = 0; i < threads; ++i) {
    callers.emplace_back([&, i] {
      while (absl::Now() < end) call(i);
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(LoadTest, EveryAnswerHasTheSameBytes) {
  ServerProcess server;
  server.WaitUntilServing();
  const auto client = server.MakeClient();
  std::vector<std::string> want;
  for (int layer = 0; layer < kDemoLayers; ++layer) {
    want.push_back(client->Attend(DemoRequest(layer))->context().data());
  }
  std::atomic<int> answers{0};
  Repeat(8, absl::Seconds(1),
         [&](int i) { EXPECT_THAT(client->Attend(DemoRequest(i % 4)), IsOk()); });
  const double before = Scrape(server).at(kMemory);
  Repeat(8, absl::Seconds(4), [&](int i) {
    const auto response = client->Attend(DemoRequest(i % kDemoLayers));
    ASSERT_THAT(response, IsOk());
    EXPECT_EQ(response->context().data(), want[i % kDemoLayers]);
    ++answers;
  });
  EXPECT_GT(answers, 100);
  EXPECT_LE(Scrape(server).at(kMemory), before + 16e6);
}

// More callers than places: who is refused is told at once and may come again.
TEST(LoadTest, OverloadIsRefusedAndTheRestIsServed) {
  ServerProcess server({"--queue-requests=2"});
  server.WaitUntilServing();
  const auto client = server.MakeClient();
  std::atomic<int> served{0};
  std::atomic<int> refused{0};
  const Tensor want = DemoTensor(0, "output");
  Repeat(24, absl::Seconds(3), [&](int) {
    const auto response = client->Attend(DemoRequest(0));
    if (response.ok()) {
      EXPECT_TRUE(IsClose(response->context(), want));
      ++served;
    } else {
      EXPECT_THAT(response,
                  StatusIs(absl::StatusCode::kResourceExhausted, ::testing::HasSubstr("queue")));
      ++refused;
    }
  });
  EXPECT_GT(served, 0);
  EXPECT_GT(refused, 0);
  const auto samples = Scrape(server);
  EXPECT_EQ(samples.at("headwise_requests_rejected_total{model=\"demo\",reason=\"queue_full\"}"),
            refused);
  EXPECT_EQ(samples.at("headwise_requests_in_flight{model=\"demo\"}"), 0);
  EXPECT_EQ(samples.at("headwise_queue_requests{model=\"demo\"}"), 0);
}

// Callers that give up at random moments leave nothing behind.
TEST(LoadTest, ShortDeadlinesLeaveNothingBehind) {
  ServerProcess server;
  server.WaitUntilServing();
  ClientOptions options;
  options.target = server.address();
  options.max_attempts = 1;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 8; ++i) {
    options.timeout = absl::Microseconds(200 * (i + 1));
    clients.push_back(*Client::Create(options));
  }
  Repeat(8, absl::Seconds(3), [&](int i) {
    const auto response = clients[i]->Attend(DemoRequest(0));
    if (!response.ok()) {
      EXPECT_THAT(response, StatusIs(absl::StatusCode::kDeadlineExceeded, ::testing::_));
    }
  });
  EXPECT_THAT(server.MakeClient()->Attend(DemoRequest(0)), IsOk());
  const auto samples = Scrape(server);
  EXPECT_EQ(samples.at("headwise_requests_in_flight{model=\"demo\"}"), 0);
  EXPECT_EQ(samples.at("headwise_queue_tokens{model=\"demo\"}"), 0);
}

}  // namespace
}  // namespace headwise::testing
