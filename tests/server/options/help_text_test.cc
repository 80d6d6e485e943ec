#include "server/options/help_text.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/options/flag_table.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> Lines() { return absl::StrSplit(HelpText(), '\n'); }

TEST(HelpTextTest, ShowsEveryFlagWithItsDefault) {
  const std::string help = HelpText();
  for (const Flag& flag : FlagTable()) {
    EXPECT_THAT(help, HasSubstr("\n  --" + std::string(flag.name) + " ")) << flag.name;
    if (flag.type == FlagType::kBoolean || flag.default_value.empty()) continue;
    EXPECT_THAT(help, HasSubstr("[" + std::string(flag.default_value) + "]"));
  }
  EXPECT_THAT(help, HasSubstr("reach [off]"));
  EXPECT_THAT(help, HasSubstr("the like [on]"));
  EXPECT_THAT(help, Not(HasSubstr("Excludes")));
}

TEST(HelpTextTest, ListsTheExitCodes) {
  for (const char* code : {"0", "64", "65", "66", "69", "70", "71", "74", "75", "78"}) {
    EXPECT_THAT(HelpText(), ::testing::ContainsRegex("\n  +" + std::string(code) + "  [a-z]"));
  }
}

TEST(HelpTextTest, LinesAreShortAndTidy) {
  for (const std::string& line : Lines()) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(!line.empty() && line.back() == ' ') << line;
  }
}

TEST(HelpTextTest, DescriptionsStandInOneColumn) {
  for (const std::string& line : Lines()) {
    if (line.rfind("  --", 0) != 0) continue;
    ASSERT_GT(line.size(), 39u) << line;
    EXPECT_EQ(line[38], ' ') << line;
    EXPECT_NE(line[39], ' ') << line;
  }
}

}  // namespace
}  // namespace headwise
