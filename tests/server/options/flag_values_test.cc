#include "server/options/flag_values.h"

#include <string>

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(FlagValuesTest, WholeNumbersKeepTheirRange) {
  EXPECT_EQ(*ParseWhole("0", 0, 9), 0);
  EXPECT_EQ(*ParseWhole("9", 0, 9), 9);
  for (const char* bad : {"", "-1", "10", "1.5", "x", "1 ", "99999999999999999999"}) {
    EXPECT_THAT(ParseWhole(bad, 0, 9), StatusIs(kInvalid, HasSubstr("from 0 to 9"))) << bad;
  }
}

TEST(FlagValuesTest, ByteCountsTakeUnits) {
  EXPECT_EQ(*ParseByteCount("4096", 1, 1 << 30), 4096);
  EXPECT_EQ(*ParseByteCount("64MiB", 1, 1 << 30), 64 << 20);
  EXPECT_EQ(*ParseByteCount("1GiB", 1, 1 << 30), 1 << 30);
  for (const char* bad : {"", "MiB", "64MB", "2GiB", "0", "-1KiB", "99999999999GiB"}) {
    EXPECT_THAT(ParseByteCount(bad, 1, 1 << 30), StatusIs(kInvalid, HasSubstr("bytes"))) << bad;
  }
}

TEST(FlagValuesTest, Durations) {
  EXPECT_EQ(*ParseNonNegativeDuration("1.5s", false), absl::Milliseconds(1500));
  EXPECT_EQ(*ParseNonNegativeDuration("0", false), absl::ZeroDuration());
  EXPECT_EQ(*ParseNonNegativeDuration("inf", true), absl::InfiniteDuration());
  for (const char* bad : {"", "5", "-1s", "inf", "-inf", "s"}) {
    EXPECT_THAT(ParseNonNegativeDuration(bad, false), StatusIs(kInvalid, HasSubstr("duration")))
        << bad;
  }
}

TEST(FlagValuesTest, Switches) {
  for (const char* on : {"true", "1", "yes", "ON"}) EXPECT_TRUE(*ParseSwitch(on)) << on;
  for (const char* off : {"false", "0", "No", "off"}) EXPECT_FALSE(*ParseSwitch(off)) << off;
  EXPECT_THAT(ParseSwitch("maybe"), StatusIs(kInvalid, HasSubstr("got \"maybe\"")));
}

TEST(FlagValuesTest, ModelNames) {
  EXPECT_TRUE(IsModelName("gpt2-small_v1.0"));
  EXPECT_TRUE(IsModelName(std::string(64, 'a')));
  EXPECT_FALSE(IsModelName(std::string(65, 'a')));
  for (const char* bad :
       {"", ".", "..", ".hidden", "a/b", "../x", "/abs", "a b", "a=b", "\xC3\xA4"}) {
    EXPECT_FALSE(IsModelName(bad)) << bad;
  }
}

TEST(FlagValuesTest, ModelFlags) {
  const auto model = ParseModelFlag("demo=/models/a=b");
  ASSERT_THAT(model, IsOk());
  EXPECT_EQ(model->name, "demo");
  EXPECT_EQ(model->directory, "/models/a=b");
  for (const char* bad : {"", "demo", "=dir", "demo=", "../x=dir"}) {
    EXPECT_THAT(ParseModelFlag(bad), StatusIs(kInvalid, HasSubstr("NAME=DIR"))) << bad;
  }
}

TEST(FlagValuesTest, ErrorsAreBoundedAndOnOneLine) {
  const absl::Status status = UnexpectedValue("a number", std::string(5000, '\n'));
  EXPECT_LT(status.message().size(), 300u);
  EXPECT_EQ(status.message().find('\n'), absl::string_view::npos);
}

}  // namespace
}  // namespace headwise::testing
