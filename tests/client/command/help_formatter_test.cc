#include "client/command/help_formatter.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(WrapTextTest, BreaksAtBlanks) {
  EXPECT_EQ(WrapText("one two three", 7), "one two\nthree");
  EXPECT_EQ(WrapText("short", 7), "short");
  EXPECT_EQ(WrapText("unbreakable word", 4), "unbreakable\nword");
  EXPECT_EQ(WrapText("", 4), "");
}

TEST(HelpTextTest, ShowsUsageTypesAndDefaults) {
  CLI::App app("Does it", "tool");
  app.formatter(std::make_shared<HelpFormatter>());
  int count = 3;
  std::string name;
  std::string file;
  app.add_option("NAME", name, "A name")->required();
  app.add_option("--file", file, "A file")->type_name("FILE")->required();
  app.add_option("--count", count, "How many")->type_name("N")->capture_default_str();
  const std::string help = HelpText(app, "");
  EXPECT_THAT(help, HasSubstr("Usage: tool NAME --file FILE [OPTIONS]\n"));
  EXPECT_THAT(help, HasSubstr("--count N"));
  EXPECT_THAT(help, HasSubstr("How many (default: 3)"));
  EXPECT_THAT(help, Not(HasSubstr("REQUIRED")));
  EXPECT_THAT(help, Not(HasSubstr("\n\n\n")));
}

TEST(HelpTextTest, ShowsThatThereMayBeSeveral) {
  CLI::App app("Does it", "tool");
  app.formatter(std::make_shared<HelpFormatter>());
  std::vector<std::string> parts;
  app.add_option("PART", parts, "Parts")->required();
  EXPECT_THAT(HelpText(app, ""), HasSubstr("Usage: tool PART... [OPTIONS]\n"));
}

}  // namespace
}  // namespace headwise
