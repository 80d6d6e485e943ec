#include "server/services/send_deadline.h"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "gtest/gtest.h"

namespace headwise::testing {
namespace {

using std::chrono::milliseconds;

TEST(SendDeadlineTest, TheAllowanceGrowsWithTheAnswer) {
  EXPECT_EQ(SendAllowance(1000), std::nullopt);
  EXPECT_EQ(SendAllowance(256000), milliseconds(31000));
  EXPECT_EQ(SendAllowance(std::int64_t{64} << 20), milliseconds(30000 + 262144));
}

TEST(SendDeadlineTest, CancelsAnAnswerThatIsNotTaken) {
  std::atomic<int> cancels{0};
  SendDeadline deadline;
  deadline.Start(milliseconds(1), [&cancels] { ++cancels; });
  for (int i = 0; i < 10000 && cancels == 0; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_EQ(cancels, 1);
}

TEST(SendDeadlineTest, LeavesAnAnswerThatWasTakenAlone) {
  std::atomic<int> cancels{0};
  {
    SendDeadline().Start(std::chrono::hours(1), [&cancels] { ++cancels; });
  }
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(cancels, 0);
}

// After the destructor nothing of the call may be touched, however close the two are.
TEST(SendDeadlineTest, NothingIsCalledAfterTheEnd) {
  for (int i = 0; i < 300; ++i) {
    std::atomic<bool> ended{false};
    std::atomic<bool> late{false};
    {
      SendDeadline deadline;
      deadline.Start(milliseconds(2), [&] { late = late || ended; });
      std::this_thread::sleep_for(std::chrono::microseconds(1800 + i * 3));
    }
    ended = true;
    std::this_thread::sleep_for(milliseconds(1));
    ASSERT_FALSE(late);
  }
}

}  // namespace
}  // namespace headwise::testing
