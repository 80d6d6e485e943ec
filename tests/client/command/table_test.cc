#include "client/command/table.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(TableTest, AlignsColumns) {
  Table table({{"NAME"}, {"COUNT", Align::kRight}, {"NOTE"}});
  table.AddRow({"a", "1", "first"});
  table.AddRow({"longer", "12345678", ""});
  EXPECT_EQ(table.Render(),
            "NAME        COUNT   NOTE\n"
            "a               1   first\n"
            "longer   12345678\n");
}

TEST(TableTest, WithoutTitlesHasNoHeading) {
  Table table({{""}, {""}});
  table.AddRow({"key", "value"});
  table.AddRow({"k", "v"});
  EXPECT_EQ(table.Render(true), "key   value\nk     v\n");
}

TEST(TableTest, FillsMissingCells) {
  Table table({{"A"}, {"B"}});
  table.AddRow({"x"});
  EXPECT_EQ(table.Render(), "A   B\nx\n");
}

TEST(TableTest, WithoutRowsIsTheHeading) { EXPECT_EQ(Table({{"A"}, {"B"}}).Render(), "A   B\n"); }

TEST(TableTest, MarksTheHeadingForATerminal) {
  EXPECT_EQ(Table({{"A"}}).Render(true), "\033[1mA\033[0m\n");
}

// A server could otherwise move the cursor or start a line.
TEST(TableTest, ReplacesControlCharacters) {
  Table table({{"A"}});
  table.AddRow({"x\033[2J\ny\x7f"});
  EXPECT_EQ(table.Render(), "A\nx?[2J?y?\n");
}

TEST(TableTest, CountsCodePoints) {
  EXPECT_EQ(DisplayWidth("\u2588\u00fcx"), 3u);
  Table table({{"BAR"}, {"N"}});
  table.AddRow({"\u2588", "1"});
  EXPECT_EQ(table.Render(), "BAR   N\n\u2588     1\n");
}

}  // namespace
}  // namespace headwise
