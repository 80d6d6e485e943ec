#include "server/batch/dispatcher.h"

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "tests/server/admit/fake_job.h"
#include "tests/server/batch/fake_clock.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::_;

// Does what the test says with each job of a batch.
class FakeRunner final : public BatchRunner {
 public:
  explicit FakeRunner(std::function<void(Job&)> run) : run_(std::move(run)) {}
  void Run(absl::Span<const std::shared_ptr<Job>> batch) override {
    for (const auto& job : batch) {
      ++ran;
      run_(*job);
    }
  }
  std::atomic<int> ran{0};

 private:
  const std::function<void(Job&)> run_;
};

class DispatcherTest : public ::testing::Test {
 protected:
  std::shared_ptr<FakeJob> Push(Clock::Time deadline = Clock::kNever) {
    auto job = MakeFakeJob({1, 1}, deadline);
    EXPECT_THAT(queue_.Push(job), IsOk());
    return job;
  }

  JobQueue queue_{{100, 1000, 1000}};
  FakeClock clock_;
  FakeRunner runner_{[](Job& job) { job.Complete(absl::OkStatus()); }};
  Dispatcher dispatcher_{queue_, clock_, runner_};
};

TEST_F(DispatcherTest, RunsWhatWaits) {
  const auto job = Push();
  EXPECT_TRUE(dispatcher_.RunOne());
  EXPECT_THAT(job->status, IsOk());
  EXPECT_EQ(job->answers, 1);
}

TEST_F(DispatcherTest, AnExpiredJobIsAnsweredAndNeverComputed) {
  const auto job = Push(clock_.Now() + milliseconds(10));
  clock_.Advance(milliseconds(10));
  EXPECT_TRUE(dispatcher_.RunOne());
  EXPECT_THAT(job->status, StatusIs(absl::StatusCode::kDeadlineExceeded, _));
  EXPECT_TRUE(job->stop());
  EXPECT_EQ(runner_.ran, 0);
}

TEST_F(DispatcherTest, AJobJustInTimeRuns) {
  const auto job = Push(clock_.Now() + milliseconds(10));
  clock_.Advance(milliseconds(10) - std::chrono::nanoseconds(1));
  EXPECT_TRUE(dispatcher_.RunOne());
  EXPECT_THAT(job->status, IsOk());
}

TEST_F(DispatcherTest, ACancelledJobIsDropped) {
  const auto job = Push();
  job->Abandon(absl::CancelledError("gone"));
  EXPECT_TRUE(dispatcher_.RunOne());
  EXPECT_EQ(runner_.ran, 0);
  EXPECT_EQ(job->answers, 1);
}

TEST_F(DispatcherTest, ARunnerThatForgetsAJobIsAnInternalError) {
  FakeRunner forgetful([](Job&) {});
  Dispatcher dispatcher(queue_, clock_, forgetful);
  const auto job = Push();
  EXPECT_TRUE(dispatcher.RunOne());
  EXPECT_THAT(job->status, StatusIs(absl::StatusCode::kInternal, _));
}

TEST_F(DispatcherTest, EndsWhenClosedAndEmpty) {
  Push();
  queue_.Close();
  EXPECT_TRUE(dispatcher_.RunOne());
  EXPECT_FALSE(dispatcher_.RunOne());
}

TEST_F(DispatcherTest, TheThreadFinishesWhatWasAccepted) {
  std::vector<std::shared_ptr<FakeJob>> jobs;
  DispatcherThread thread(queue_, clock_, runner_);
  for (int i = 0; i < 50; ++i) jobs.push_back(Push());
  queue_.Close();
  EXPECT_TRUE(thread.WaitUntilDone(std::chrono::seconds(60)));
  for (const auto& job : jobs) EXPECT_EQ(job->answers, 1);
}

TEST_F(DispatcherTest, WaitUntilDoneGivesUp) {
  DispatcherThread thread(queue_, clock_, runner_);
  EXPECT_FALSE(thread.WaitUntilDone(milliseconds(1)));
}

// A job may be abandoned while it waits, while it runs and after; others must not care.
TEST_F(DispatcherTest, RacingCancelsLoseNoAnswerAndGiveNoneTwice) {
  FakeRunner slow([](Job& job) {
    for (int i = 0; i < 200 && !job.stop(); ++i) std::this_thread::yield();
    job.Complete(job.stop() ? absl::CancelledError("stopped") : absl::OkStatus());
  });
  std::vector<std::shared_ptr<FakeJob>> jobs;
  {
    DispatcherThread thread(queue_, clock_, slow);
    for (int i = 0; i < 100; ++i) jobs.push_back(Push());
    for (std::size_t i = 0; i < jobs.size(); i += 2) {
      queue_.Withdraw(*jobs[i]);
      jobs[i]->Abandon(absl::CancelledError("gone"));
    }
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i]->answers, 1);
    if (i % 2 == 1) {
      EXPECT_THAT(jobs[i]->status, IsOk());
    }
    EXPECT_EQ(jobs[i]->waiting, 0);
  }
  EXPECT_EQ(queue_.waiting().requests, 0);
}

}  // namespace
}  // namespace headwise::testing
