#include "engine/checkpoint/config.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::Eq;
using ::testing::HasSubstr;

Config Parsed(absl::string_view text) { return Config::Parse(text).value(); }

TEST(ConfigTest, ReadsTypedFields) {
  const Config config = Parsed(R"({"i":12,"d":0.5,"b":true,"s":"gpt2"})");
  EXPECT_THAT(config.Int("i").value(), Eq(12));
  EXPECT_THAT(config.Double("d").value(), Eq(0.5));
  EXPECT_THAT(config.Double("i").value(), Eq(12.0));
  EXPECT_THAT(config.Bool("b").value(), Eq(true));
  EXPECT_THAT(config.String("s").value(), Eq("gpt2"));
}

TEST(ConfigTest, NullIsAbsent) {
  const Config config = Parsed(R"({"a":null})");
  for (const char* field : {"a", "none"}) {
    EXPECT_FALSE(config.Has(field));
    EXPECT_EQ(config.Int(field).value(), std::nullopt);
    EXPECT_EQ(config.Double(field).value(), std::nullopt);
    EXPECT_EQ(config.Bool(field).value(), std::nullopt);
    EXPECT_EQ(config.String(field).value(), std::nullopt);
  }
}

TEST(ConfigTest, ContainsTellsNullFromAbsent) {
  const Config config = Parsed(R"({"a":null,"b":{"c":null}})");
  EXPECT_TRUE(config.Contains("a"));
  EXPECT_TRUE(config.Contains("b.c"));
  EXPECT_FALSE(config.Contains("b.d"));
  EXPECT_FALSE(config.Contains("a.d"));
}

TEST(ConfigTest, PathsLeadIntoObjects) {
  const Config config = Parsed(R"({"a":{"b":{"n":3}},"n":4})");
  EXPECT_THAT(config.Int("a.b.n").value(), Eq(3));
  const Config inner = config.Object("a.b").value().value();
  EXPECT_THAT(inner.Int("n").value(), Eq(3));
  EXPECT_THAT(inner.Bool("n"), StatusIs(absl::StatusCode::kInvalidArgument,
                                        Eq("config.json: a.b.n: expected true or false, found 3")));
  EXPECT_EQ(config.Object("none").value().has_value(), false);
  EXPECT_THAT(config.Int("n.b"), StatusIs(absl::StatusCode::kInvalidArgument,
                                          Eq("config.json: n: expected an object, found 4")));
}

TEST(ConfigTest, Lists) {
  const Config config = Parsed(R"({"d":[1,2.5],"s":["a","b"],"bad":[1,"x"],"nan":[1,NaN]})");
  EXPECT_THAT(config.Doubles("d").value().value(), ::testing::ElementsAre(1, 2.5));
  EXPECT_THAT(config.Strings("s").value().value(), ::testing::ElementsAre("a", "b"));
  EXPECT_THAT(config.Doubles("bad"), StatusIs(absl::StatusCode::kInvalidArgument,
                                              HasSubstr("bad: expected a list of finite numbers")));
  EXPECT_THAT(config.Strings("nan"), StatusIs(absl::StatusCode::kInvalidArgument,
                                              HasSubstr("nan: expected a list of strings")));
  EXPECT_FALSE(config.Doubles("nan").ok());
}

TEST(ConfigTest, WrongTypesNameFieldExpectedAndFound) {
  const Config config = Parsed(R"({"f":12.5,"s":"12","b":1,"big":18446744073709551615})");
  EXPECT_THAT(config.Int("f"), StatusIs(absl::StatusCode::kInvalidArgument,
                                        Eq("config.json: f: expected an integer, found 12.5")));
  EXPECT_THAT(config.Int("s"), StatusIs(absl::StatusCode::kInvalidArgument,
                                        Eq("config.json: s: expected an integer, found \"12\"")));
  EXPECT_THAT(config.Int("big"), StatusIs(absl::StatusCode::kInvalidArgument,
                                          HasSubstr("found 18446744073709551615")));
  EXPECT_THAT(config.Bool("b"), StatusIs(absl::StatusCode::kInvalidArgument,
                                         Eq("config.json: b: expected true or false, found 1")));
  EXPECT_THAT(config.String("f"), StatusIs(absl::StatusCode::kInvalidArgument,
                                           Eq("config.json: f: expected a string, found 12.5")));
}

TEST(ConfigTest, NonFiniteTokensHarmOnlyWhoAsks) {
  const Config config = Parsed(R"({"ok":1,"a":NaN,"b":-Infinity,"c":Infinity})");
  EXPECT_THAT(config.Int("ok").value(), Eq(1));
  EXPECT_THAT(config.Double("a"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       Eq("config.json: a: expected a finite number, found NaN")));
  EXPECT_THAT(config.Int("b"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       Eq("config.json: b: expected an integer, found -Infinity")));
  EXPECT_THAT(config.String("c"), StatusIs(absl::StatusCode::kInvalidArgument,
                                           HasSubstr("expected a string, found Infinity")));
  EXPECT_THAT(config.Bool("a"), StatusIs(absl::StatusCode::kInvalidArgument,
                                         HasSubstr("expected true or false, found NaN")));
}

TEST(ConfigTest, MissingFileSaysWhatItIsFor) {
  const TempDir dir;
  EXPECT_THAT(Config::Open(dir.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("config.json: no such file")));
}

TEST(ConfigTest, BoundsTheSize) {
  const TempDir dir;
  dir.Write("config.json", std::string((16 << 20) + 1, ' '));
  EXPECT_THAT(Config::Open(dir.path()),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       Eq("config.json: expected at most 16777216 bytes, found 16777217")));
}

}  // namespace
}  // namespace headwise
