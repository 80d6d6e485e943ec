#include "engine/checkpoint/error_text.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(ErrorTextTest, PrintableStaysOnOneLineAndShort) {
  EXPECT_EQ(Printable("h.0.attn"), "h.0.attn");
  EXPECT_EQ(Printable("a\nb\xff"), "a\\nb\\xff");
  EXPECT_EQ(Printable(std::string(500, 'x')), std::string(120, 'x') + "...");
}

TEST(ErrorTextTest, ListSomeCountsTheRest) {
  EXPECT_EQ(ListSome({}), "nothing");
  EXPECT_EQ(ListSome({"a", "b"}), "a, b");
  EXPECT_EQ(ListSome({"a", "b", "c", "d"}, 2), "a, b and 2 more");
}

TEST(ErrorTextTest, FormatDimsIsBounded) {
  EXPECT_EQ(FormatDims({}), "[]");
  EXPECT_EQ(FormatDims({2, 3}), "[2,3]");
  EXPECT_EQ(FormatDims({1, 2, 3, 4, 5, 6, 7, 8, 9}), "[1,2,3,4,5,6,7,8,...]");
}

TEST(ErrorTextTest, FileNameDropsFolders) {
  EXPECT_EQ(FileName("/models/demo/config.json"), "config.json");
  EXPECT_EQ(FileName("config.json"), "config.json");
}

}  // namespace
}  // namespace headwise
