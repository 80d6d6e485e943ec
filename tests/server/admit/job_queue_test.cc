#include "server/admit/job_queue.h"

#include <thread>
#include <vector>

#include "server/admit/reject_reason.h"
#include "tests/server/admit/fake_job.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(JobQueueTest, ExactlyTheLimitWaitsAndTheNextIsRefused) {
  JobQueue queue({3, 100, 100});
  for (int i = 0; i < 3; ++i) EXPECT_THAT(queue.Push(MakeFakeJob()), IsOk());
  const absl::Status refused = queue.Push(MakeFakeJob());
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted,
                                AllOf(HasSubstr("3 requests wait"), HasSubstr("limit is 3"))));
  EXPECT_EQ(ReasonOf(refused), RejectReason::kQueueFull);
  EXPECT_EQ(queue.waiting().requests, 3);
}

TEST(JobQueueTest, TokensAreBounded) {
  JobQueue queue({10, 100, 1000});
  EXPECT_THAT(queue.Push(MakeFakeJob({60, 1})), IsOk());
  const absl::Status refused = queue.Push(MakeFakeJob({41, 1}));
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("60 tokens")));
  EXPECT_EQ(ReasonOf(refused), RejectReason::kQueueFull);
  EXPECT_THAT(queue.Push(MakeFakeJob({40, 1})), IsOk());
}

TEST(JobQueueTest, BytesAreABudget) {
  JobQueue queue({10, 100, 1000});
  EXPECT_THAT(queue.Push(MakeFakeJob({1, 999})), IsOk());
  const absl::Status refused = queue.Push(MakeFakeJob({1, 2}));
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("999 bytes")));
  EXPECT_EQ(ReasonOf(refused), RejectReason::kBudget);
}

// A running job and an answer that is being sent hold memory too.
TEST(JobQueueTest, BytesAreTakenUntilTheyAreGivenBack) {
  JobQueue queue({10, 100, 1000});
  const auto taken = MakeFakeJob({1, 600});
  const auto withdrawn = MakeFakeJob({1, 400});
  ASSERT_THAT(queue.Push(taken), IsOk());
  ASSERT_THAT(queue.Push(withdrawn), IsOk());
  queue.TakeBatch();
  queue.Withdraw(*withdrawn);
  EXPECT_EQ(queue.waiting().bytes, 1000);
  EXPECT_FALSE(queue.Push(MakeFakeJob({1, 1})).ok());
  queue.GiveBack(taken->cost());
  EXPECT_THAT(queue.Push(MakeFakeJob({1, 600})), IsOk());
  queue.GiveBack(withdrawn->cost());
  EXPECT_EQ(queue.waiting().bytes, 600);
}

TEST(JobQueueTest, TakingMakesRoom) {
  JobQueue queue({1, 1, 2});
  EXPECT_THAT(queue.Push(MakeFakeJob()), IsOk());
  EXPECT_EQ(queue.TakeBatch().size(), 1u);
  EXPECT_EQ(queue.waiting().tokens, 0);
  EXPECT_THAT(queue.Push(MakeFakeJob()), IsOk());
}

TEST(JobQueueTest, FirstInFirstOut) {
  JobQueue queue({3, 3, 3});
  std::vector<std::shared_ptr<FakeJob>> jobs = {MakeFakeJob(), MakeFakeJob(), MakeFakeJob()};
  for (const auto& job : jobs) ASSERT_THAT(queue.Push(job), IsOk());
  for (const auto& job : jobs) EXPECT_EQ(queue.TakeBatch().at(0), job);
}

TEST(JobQueueTest, WithdrawFreesThePlace) {
  JobQueue queue({1, 1, 2});
  const auto job = MakeFakeJob();
  ASSERT_THAT(queue.Push(job), IsOk());
  EXPECT_TRUE(queue.Withdraw(*job));
  EXPECT_FALSE(queue.Withdraw(*job));
  EXPECT_EQ(job->waiting, 0);
  EXPECT_THAT(queue.Push(MakeFakeJob()), IsOk());
}

TEST(JobQueueTest, AfterCloseNothingEntersAndTheRestLeaves) {
  JobQueue queue({2, 2, 2});
  ASSERT_THAT(queue.Push(MakeFakeJob()), IsOk());
  queue.Close();
  const absl::Status refused = queue.Push(MakeFakeJob());
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kUnavailable, HasSubstr("shutting down")));
  EXPECT_EQ(ReasonOf(refused), RejectReason::kDraining);
  EXPECT_EQ(queue.TakeBatch().size(), 1u);
  EXPECT_TRUE(queue.TakeBatch().empty());
}

TEST(JobQueueTest, CloseWakesATaker) {
  JobQueue queue({1, 1, 1});
  std::thread taker([&queue] { EXPECT_TRUE(queue.TakeBatch().empty()); });
  queue.Close();
  taker.join();
}

TEST(JobQueueTest, JobsHearWhenTheyWait) {
  JobQueue queue({1, 1, 1});
  const auto job = MakeFakeJob();
  ASSERT_THAT(queue.Push(job), IsOk());
  EXPECT_EQ(job->waiting, 1);
  queue.TakeBatch();
  EXPECT_EQ(job->waiting, 0);
  const auto refused = MakeFakeJob({5, 5});
  EXPECT_FALSE(queue.Push(refused).ok());
  EXPECT_EQ(refused->waiting, 0);
}

TEST(JobQueueTest, ManyThreadsNeverExceedTheLimit) {
  JobQueue queue({8, 1000, 1000});
  std::atomic<int> accepted{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) accepted += queue.Push(MakeFakeJob()).ok() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accepted, 8);
  EXPECT_EQ(queue.waiting().requests, 8);
}

}  // namespace
}  // namespace headwise::testing
