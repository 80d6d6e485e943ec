#include "server/log/log_line.h"

#include <cstdint>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace headwise {
namespace {

using ::testing::ElementsAre;

const absl::Time kTime = absl::FromUnixMillis(1714564800007);

std::string Text(absl::string_view message, LogFields fields = {}) {
  return FormatLogLine(LogFormat::kText, kTime, LogLevel::kInfo, message, fields);
}
std::string Json(absl::string_view message, LogFields fields = {}) {
  return FormatLogLine(LogFormat::kJson, kTime, LogLevel::kWarning, message, fields);
}

TEST(LogLineTest, PlainValuesStayPlain) {
  EXPECT_EQ(Text("listening", {{"address", "127.0.0.1:50051"}, {"layers", 12}}),
            "ts=2024-05-01T12:00:00.007Z level=info msg=\"listening\" address=127.0.0.1:50051 "
            "layers=12");
}

TEST(LogLineTest, OtherValuesAreQuoted) {
  EXPECT_EQ(Text("it's", {{"note", "two words"}, {"empty", ""}}),
            "ts=2024-05-01T12:00:00.007Z level=info msg=\"it's\" note=\"two words\" empty=\"\"");
}

TEST(LogLineTest, AValueCannotForgeALine) {
  EXPECT_EQ(Text("m", {{"id", "x\" level=error\nmsg=y\\'"}}),
            "ts=2024-05-01T12:00:00.007Z level=info msg=\"m\" "
            "id=\"x\\\" level=error\\nmsg=y\\\\'\"");
}

TEST(LogLineTest, JsonKeepsTypes) {
  const std::string text = "s";
  EXPECT_EQ(Json("m \"x\"", {{"text", text}, {"n", std::int64_t{-3}}, {"b", true}, {"d", 0.5}}),
            R"({"ts":"2024-05-01T12:00:00.007Z","level":"warning","msg":"m \"x\"","text":"s",)"
            R"("n":-3,"b":true,"d":0.5})");
}

TEST(LogLineTest, JsonHasNoInfinity) {
  const std::string line = Json("m", {{"inf", std::numeric_limits<double>::infinity()},
                                      {"nan", std::numeric_limits<double>::quiet_NaN()},
                                      {"big", std::numeric_limits<std::uint64_t>::max()}});
  const nlohmann::json json = nlohmann::json::parse(line);
  EXPECT_EQ(json["inf"], "inf");
  EXPECT_EQ(json["nan"], "nan");
  EXPECT_EQ(json["big"], std::numeric_limits<std::uint64_t>::max());
}

TEST(LogLineTest, JsonEscapesAnything) {
  const nlohmann::json json = nlohmann::json::parse(Json("\xff", {{"id", "\"},\n{\"\xc3\xa9"}}));
  EXPECT_EQ(json["msg"], "\xef\xbf\xbd");
  EXPECT_EQ(json["id"], "\"},\n{\"\xc3\xa9");
}

TEST(LogLineTest, LevelsHaveNames) {
  EXPECT_THAT((std::vector<std::string>{std::string(LevelName(LogLevel::kDebug)),
                                        std::string(LevelName(LogLevel::kError)),
                                        std::string(LevelName(LogLevel::kOff))}),
              ElementsAre("debug", "error", "off"));
}

}  // namespace
}  // namespace headwise
