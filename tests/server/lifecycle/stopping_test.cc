#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "server/lifecycle/process_setup.h"
#include "server/lifecycle/signal_thread.h"
#include "server/lifecycle/stop_event.h"
#include "server/lifecycle/watchdog.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::_;

TEST(StopEventTest, TheFirstRequestCounts) {
  StopEvent event;
  event.Request(absl::NotFoundError("no model"));
  event.Request(absl::OkStatus());
  EXPECT_THAT(event.Wait(), StatusIs(absl::StatusCode::kNotFound, _));
}

TEST(StopEventTest, WaitWaits) {
  StopEvent event;
  std::thread waiter([&event] { EXPECT_THAT(event.Wait(), IsOk()); });
  event.Request(absl::OkStatus());
  waiter.join();
}

TEST(WatchdogTest, BarksWhenPatienceEnds) {
  std::atomic<bool> barked{false};
  const Watchdog watchdog(milliseconds(1), [&barked] { barked = true; });
  for (int i = 0; i < 10000 && !barked; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(barked);
}

TEST(WatchdogTest, StaysQuietWhenEndedInTime) {
  std::atomic<bool> barked{false};
  {
    const Watchdog watchdog(std::chrono::hours(1), [&barked] { barked = true; });
  }
  EXPECT_FALSE(barked);
}

TEST(SignalThreadTest, TellsTheFirstSignal) {
  BlockStopSignals();
  std::atomic<int> seen{0};
  const auto thread = SignalThread::Create([&seen](int signal) { seen = signal; });
  kill(getpid(), SIGINT);
  for (int i = 0; i < 10000 && seen == 0; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_EQ(seen, SIGINT);
}

// A closed terminal ends the server in order.
TEST(SignalThreadTest, AHangupStopsUnlessItIsIgnored) {
  for (const bool ignored : {false, true}) {
    signal(SIGHUP, ignored ? SIG_IGN : SIG_DFL);
    BlockStopSignals();
    std::atomic<int> seen{0};
    const auto thread = SignalThread::Create([&seen](int signal) { seen = signal; });
    kill(getpid(), SIGHUP);
    if (ignored) kill(getpid(), SIGTERM);
    for (int i = 0; i < 10000 && seen == 0; ++i) std::this_thread::sleep_for(milliseconds(1));
    EXPECT_STREQ(StopSignalName(seen), ignored ? "SIGTERM" : "SIGHUP");
  }
}

TEST(ProcessSetupTest, TheDescriptorLimitIsRaisedToTheMost) {
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  RaiseDescriptorLimit();
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(limit.rlim_cur, limit.rlim_max);
}

TEST(ProcessSetupDeathTest, ClosedStandardStreamsAreOpened) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        for (int stream = 0; stream < 3; ++stream) close(stream);
        OpenStandardStreams();
        const int next = dup(STDOUT_FILENO);
        _exit(next > STDERR_FILENO && write(STDERR_FILENO, "x", 1) == 1 ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(SignalThreadDeathTest, TheSecondSignalExitsAtOnce) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        BlockStopSignals();
        std::atomic<bool> first{false};
        const auto thread = SignalThread::Create([&first](int) { first = true; });
        kill(getpid(), SIGTERM);
        while (!first) std::this_thread::yield();
        kill(getpid(), SIGTERM);
        for (;;) std::this_thread::yield();
      },
      ::testing::ExitedWithCode(128 + SIGTERM), "");
}

}  // namespace
}  // namespace headwise::testing
