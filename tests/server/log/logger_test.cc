#include "server/log/logger.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(LoggerTest, PlainValuesStayPlain) {
  EXPECT_EQ(FormatLogLine("listening", {{"address", "127.0.0.1:50051"}, {"layers", 12}}),
            "msg=\"listening\" address=127.0.0.1:50051 layers=12");
}

TEST(LoggerTest, OtherValuesAreQuoted) {
  EXPECT_EQ(FormatLogLine("m", {{"note", "two words"}, {"empty", ""}}),
            "msg=\"m\" note=\"two words\" empty=\"\"");
}

TEST(LoggerTest, AValueCannotForgeALine) {
  EXPECT_EQ(FormatLogLine("m", {{"id", "x\" level=error\nmsg=y"}}),
            "msg=\"m\" id=\"x\\\" level=error\\nmsg=y\"");
}

TEST(LoggerTest, WritesWhatItsLevelKeeps) {
  ::testing::internal::CaptureStderr();
  const Logger logger(LogLevel::kInfo);
  logger.Debug("hidden");
  logger.Info("shown", {{"n", 1}});
  const std::string out = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(out.find("hidden"), std::string::npos);
  EXPECT_NE(out.find("level=info msg=\"shown\" n=1"), std::string::npos);
  EXPECT_FALSE(logger.debug());
}

}  // namespace
}  // namespace headwise
