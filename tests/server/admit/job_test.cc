#include "server/admit/job.h"

#include <thread>
#include <vector>

#include "tests/server/admit/fake_job.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::_;

TEST(JobTest, TheFirstAnswerCounts) {
  FakeJob job;
  EXPECT_TRUE(job.Complete(absl::OkStatus()));
  EXPECT_FALSE(job.Abandon(absl::CancelledError("late")));
  EXPECT_EQ(job.answers, 1);
  EXPECT_THAT(job.status, IsOk());
}

TEST(JobTest, AbandonAsksTheComputationToStop) {
  FakeJob job;
  EXPECT_FALSE(job.stop());
  EXPECT_TRUE(job.Abandon(absl::CancelledError("gone")));
  EXPECT_TRUE(job.stop());
  EXPECT_THAT(job.status, StatusIs(absl::StatusCode::kCancelled, _));
}

TEST(JobTest, CompleteDoesNotStopAnything) {
  FakeJob job;
  job.Complete(absl::OkStatus());
  EXPECT_FALSE(job.stop());
  EXPECT_TRUE(job.answered());
}

// A cancellation races the result, as when a client goes while its batch ends.
TEST(JobTest, RacingAnswersAnswerOnce) {
  for (int round = 0; round < 500; ++round) {
    FakeJob job;
    std::atomic<int> winners{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        const bool won =
            i % 2 == 0 ? job.Complete(absl::OkStatus()) : job.Abandon(absl::CancelledError("gone"));
        if (won) ++winners;
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(winners, 1);
    ASSERT_EQ(job.answers, 1);
  }
}

}  // namespace
}  // namespace headwise::testing
