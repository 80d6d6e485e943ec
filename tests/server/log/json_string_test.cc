#include "server/log/json_string.h"

#include <random>
#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace headwise {
namespace {

std::string Json(absl::string_view text) {
  std::string out;
  AppendJsonString(text, out);
  return out;
}

TEST(JsonStringTest, LeavesTextReadable) {
  EXPECT_EQ(Json("plain /text/ <&>"), "\"plain /text/ <&>\"");
  EXPECT_EQ(Json("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
  EXPECT_EQ(Json(""), "\"\"");
}

TEST(JsonStringTest, EscapesWhatJsonMustNotHold) {
  EXPECT_EQ(Json("a\"b\\c\nd\te\rf"), R"("a\"b\\c\nd\te\u000df")");
  EXPECT_EQ(Json(absl::string_view("\0\x1f\x7f", 3)), R"("\u0000\u001f\u007f")");
}

TEST(JsonStringTest, EscapesWhatSomeTakeForALinesEnd) {
  EXPECT_EQ(Json("\xc2\x85\xe2\x80\xa8\xe2\x80\xa9"), R"("\u0085\u2028\u2029")");
}

TEST(JsonStringTest, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(Json("a\xff"
                 "b"),
            R"("a\ufffdb")");
  EXPECT_EQ(Json("\xc3"), R"("\ufffd")");
  EXPECT_EQ(Json("\x80"), R"("\ufffd")");
  EXPECT_EQ(Json("\xc0\xaf"), R"("\ufffd\ufffd")");                      // overlong
  EXPECT_EQ(Json("\xe0\x80\xaf"), R"("\ufffd\ufffd\ufffd")");            // overlong
  EXPECT_EQ(Json("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");            // a surrogate
  EXPECT_EQ(Json("\xf4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");  // beyond Unicode
  EXPECT_EQ(Json("\xe2\x82"
                 "x"),
            R"("\ufffd\ufffdx")");
}

TEST(JsonStringTest, AnyBytesGiveValidJsonOnOneLine) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes(random() % 12, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string json = Json(bytes);
    ASSERT_TRUE(nlohmann::json::accept(json)) << json;
    ASSERT_EQ(json.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace headwise
