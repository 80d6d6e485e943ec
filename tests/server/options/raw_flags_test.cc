#include "server/options/raw_flags.h"

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;
constexpr auto kUsage = absl::StatusCode::kInvalidArgument;

TEST(RawFlagsTest, ReadsValues) {
  const auto raw =
      ReadRawFlags({"--workers", "3", "--listen=a=b", "--config=", "--log-slow", "-1"});
  ASSERT_THAT(raw, IsOk());
  EXPECT_THAT(raw->values,
              ElementsAre(Pair("config", ElementsAre("")), Pair("listen", ElementsAre("a=b")),
                          Pair("log-slow", ElementsAre("-1")), Pair("workers", ElementsAre("3"))));
}

TEST(RawFlagsTest, ReadsSwitches) {
  const auto raw = ReadRawFlags({"--check", "--no-reflection", "--insecure=no", "--head-timing=1"});
  ASSERT_THAT(raw, IsOk());
  EXPECT_THAT(raw->values, ElementsAre(Pair("check", ElementsAre("true")),
                                       Pair("head-timing", ElementsAre("true")),
                                       Pair("insecure", ElementsAre("false")),
                                       Pair("reflection", ElementsAre("false"))));
}

TEST(RawFlagsTest, ListsRepeatAndOthersDoNot) {
  EXPECT_THAT(ReadRawFlags({"--model", "a=x", "--model=b=y"})->values.at("model"),
              ElementsAre("a=x", "b=y"));
  EXPECT_THAT(
      ReadRawFlags({"--workers=1", "--workers=2"}),
      StatusIs(kUsage, "--workers: expected once, got \"1\" and \"2\"; remove one of them"));
  EXPECT_THAT(ReadRawFlags({"--check", "--no-check"}), StatusIs(kUsage, StartsWith("--check: ")));
}

TEST(RawFlagsTest, ValuesAreNeeded) {
  EXPECT_THAT(ReadRawFlags({"--workers"}),
              StatusIs(kUsage, "--workers: expected COUNT, got none; see --help"));
  EXPECT_THAT(ReadRawFlags({"--workers", "--check"}),
              StatusIs(kUsage, HasSubstr("got the flag \"--check\"")));
  EXPECT_THAT(ReadRawFlags({"--version=x", "--check"}), StatusIs(kUsage, HasSubstr("--version")));
  EXPECT_THAT(ReadRawFlags({"--listen", "--check"}), StatusIs(kUsage, StartsWith("--listen: ")));
  EXPECT_THAT(ReadRawFlags({"--insecure="}), StatusIs(kUsage, StartsWith("--insecure: ")));
  EXPECT_THAT(ReadRawFlags({"--config=", "--check"})->values,
              ElementsAre(Pair("check", ElementsAre("true")), Pair("config", ElementsAre(""))));
  EXPECT_THAT(
      ReadRawFlags({"--listen", "[::1]:5", "--log-slow={}"})->values,
      ElementsAre(Pair("listen", ElementsAre("[::1]:5")), Pair("log-slow", ElementsAre("{}"))));
}

TEST(RawFlagsTest, UnknownFlagsAreErrors) {
  EXPECT_THAT(ReadRawFlags({"--lisen=x"}),
              StatusIs(kUsage, "--lisen=x: unknown flag; did you mean --listen?"));
  EXPECT_THAT(ReadRawFlags({"--no-reflectoin"}), StatusIs(kUsage, HasSubstr("--no-reflection?")));
  EXPECT_THAT(ReadRawFlags({"--no-workers"}), StatusIs(kUsage, HasSubstr("mean --workers?")));
  EXPECT_THAT(ReadRawFlags({"-workers"}), StatusIs(kUsage, HasSubstr("mean --workers?")));
  for (const char* argument : {"--xyzzy", "-x", "-", "--", "--=", "--no-"}) {
    EXPECT_THAT(ReadRawFlags({argument}), StatusIs(kUsage, HasSubstr("unknown flag; see --help")));
  }
}

TEST(RawFlagsTest, OtherWordsAreErrors) {
  EXPECT_THAT(ReadRawFlags({"--check", "stray\n"}), StatusIs(kUsage, HasSubstr("\"stray\\n\"")));
  EXPECT_THAT(ReadRawFlags({"--no-check=1"}), StatusIs(kUsage, HasSubstr("--check or --no-check")));
  EXPECT_THAT(ReadRawFlags({"--check=2"}), StatusIs(kUsage, HasSubstr("--check or --no-check")));
}

TEST(RawFlagsTest, HelpAndVersionEndTheReading) {
  EXPECT_THAT(ReadRawFlags({"-h", "--bogus"})->text, StartsWith("Serves multi-head attention"));
  EXPECT_THAT(ReadRawFlags({"--check", "--help"})->text, HasSubstr("--listen"));
  EXPECT_THAT(ReadRawFlags({"--version", "x"})->text, StartsWith("headwise-server 0."));
  EXPECT_THAT(ReadRawFlags({})->text, IsEmpty());
}

}  // namespace
}  // namespace headwise::testing
