#include "server/log/logger.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(LoggerTest, WritesWhatItsLevelKeeps) {
  ::testing::internal::CaptureStderr();
  const Logger logger(LogLevel::kInfo);
  logger.Debug("hidden");
  logger.Info("shown", {{"n", 1}});
  const std::string out = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(out, Not(HasSubstr("hidden")));
  EXPECT_THAT(out, HasSubstr("level=info msg=\"shown\" n=1\n"));
  EXPECT_FALSE(logger.Keeps(LogLevel::kDebug));
  EXPECT_TRUE(logger.Keeps(LogLevel::kError));
}

TEST(LoggerTest, OffKeepsNothing) {
  ::testing::internal::CaptureStderr();
  Logger(LogLevel::kOff).Error("hidden");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(LoggerTest, SlowRequestsAreWarnings) {
  const Logger logger({LogLevel::kInfo, LogFormat::kText, absl::Milliseconds(5)});
  EXPECT_EQ(logger.LevelOfRequest(absl::Milliseconds(4)), LogLevel::kDebug);
  EXPECT_EQ(logger.LevelOfRequest(absl::Milliseconds(5)), LogLevel::kWarning);
  EXPECT_EQ(Logger(LogLevel::kInfo).LevelOfRequest(absl::Hours(1)), LogLevel::kDebug);
}

TEST(LoggerTest, LinesOfManyThreadsStayWhole) {
  ::testing::internal::CaptureStderr();
  const Logger logger({LogLevel::kInfo, LogFormat::kJson});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&logger, i] {
      for (int j = 0; j < 100; ++j) logger.Info("line", {{"text", std::string(200, 'a' + i)}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string out = ::testing::internal::GetCapturedStderr();
  const std::vector<std::string> lines = absl::StrSplit(out, '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), 400u);
  for (const std::string& line : lines) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
}

}  // namespace
}  // namespace headwise
