#include "engine/checkpoint/json_document.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

void ExpectRefused(absl::string_view text, const std::string& message) {
  EXPECT_THAT(ParseJsonObject(text, "x.json"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("x.json: " + message)));
}

TEST(JsonDocumentTest, ParsesAnObject) {
  const nlohmann::json json = ParseJsonObject(R"({"a":{"b":[1,2]},"c":{"b":1}})", "x.json").value();
  EXPECT_EQ(json["a"]["b"][1], 2);
}

TEST(JsonDocumentTest, RefusesBrokenText) {
  ExpectRefused("", "not valid JSON");
  ExpectRefused("{\"a\":1,}", "not valid JSON at byte 8");
  ExpectRefused("{\"a\":1} x", "not valid JSON at byte 9");
  ExpectRefused("{\"a\":1e999}", "not valid JSON");
  ExpectRefused("[1]", "expected a JSON object, found [1]");
  ExpectRefused("{\"a\":\"\xff\"}", "expected UTF-8 text, byte 6 is not");
  ExpectRefused(absl::string_view("{}\0{", 4), "expected UTF-8 text, byte 2 is not");
}

TEST(JsonDocumentTest, RefusesKeysThatComeTwice) {
  ExpectRefused(R"({"a":1,"b":2,"a":3})", "key \"a\" appears twice");
  ExpectRefused(R"({"t":{"x":1,"x":1}})", "key \"x\" appears twice");
  ExpectRefused(R"({"a":1,"\u0061":3})", "key \"a\" appears twice");
}

// The time must not grow with the square of the members: this would take minutes.
TEST(JsonDocumentTest, AMillionMembersAreReadInSeconds) {
  std::string text = "{\"list\":[";
  for (int i = 0; i < 1000000; ++i) text += "{},";
  text += "{}]";
  for (int i = 0; i < 100000; ++i) text += ",\"k" + std::to_string(i) + "\":{}";
  EXPECT_TRUE(ParseJsonObject(text + "}", "x.json").ok());
  ExpectRefused(text + ",\"k5\":{}}", "key \"k5\" appears twice");
}

TEST(JsonDocumentTest, TheSameKeyInTwoObjectsIsFine) {
  EXPECT_TRUE(
      ParseJsonObject(R"({"a":{"x":1},"b":{"x":1,"y":{"x":1}},"x":[{"x":1},{"x":1}]})", "x.json")
          .ok());
}

TEST(JsonDocumentTest, BoundsTheDepth) {
  const auto nested = [](int depth) {
    return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_TRUE(ParseJsonObject(nested(64), "x.json").ok());
  ExpectRefused(nested(65), "JSON is nested deeper than 64 levels");
  ExpectRefused("{\"a\":" + std::string(1000000, '['), "JSON is nested deeper than 64 levels");
}

TEST(JsonDocumentTest, KeepsNonFiniteTokens) {
  const auto json =
      ParseJsonObject(R"({"a":NaN,"b":[-Infinity, Infinity],"c":"NaN","d":1})", "x.json").value();
  EXPECT_TRUE(IsNonFinite(json["a"]));
  EXPECT_EQ(DescribeJson(json["a"]), "NaN");
  EXPECT_EQ(DescribeJson(json["b"][0]), "-Infinity");
  EXPECT_EQ(DescribeJson(json["b"][1]), "Infinity");
  EXPECT_FALSE(IsNonFinite(json["c"]));
  EXPECT_FALSE(IsNonFinite(json["d"]));
}

TEST(JsonDocumentTest, LeavesTokensInsideStringsAlone) {
  const auto json =
      ParseJsonObject(R"({"a \" NaN":"x \\\" -Infinity, NaN","b":"\\"})", "x.json").value();
  EXPECT_EQ(json["a \" NaN"], "x \\\" -Infinity, NaN");
  EXPECT_EQ(json["b"], "\\");
}

TEST(JsonDocumentTest, LookAlikesOfTokensAreNoJson) {
  ExpectRefused(R"({"a":NaNs})", "not valid JSON");
  ExpectRefused(R"({"a":xNaN})", "not valid JSON");
  ExpectRefused(R"({"a":--Infinity})", "not valid JSON");
  ExpectRefused(R"({"a":nan})", "not valid JSON");
}

TEST(JsonDocumentTest, DescriptionsAreShort) {
  EXPECT_EQ(DescribeJson("text"), "\"text\"");
  EXPECT_EQ(DescribeJson(std::string(100, 'x')), "\"" + std::string(39, 'x') + "...");
}

}  // namespace
}  // namespace headwise
