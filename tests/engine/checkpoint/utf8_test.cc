#include "engine/checkpoint/utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(Utf8Test, AcceptsAllLengths) {
  EXPECT_EQ(FirstBadUtf8(""), -1);
  EXPECT_EQ(FirstBadUtf8("plain"), -1);
  EXPECT_EQ(FirstBadUtf8("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), -1);
  EXPECT_EQ(FirstBadUtf8("\xf4\x8f\xbf\xbf\xed\x9f\xbf\xe0\xa0\x80"), -1);
}

TEST(Utf8Test, FindsStrayAndCutSequences) {
  EXPECT_EQ(FirstBadUtf8("ab\x80"), 2);
  EXPECT_EQ(FirstBadUtf8("ab\xff"), 2);
  EXPECT_EQ(FirstBadUtf8("a\xe2\x82"), 1);
  EXPECT_EQ(FirstBadUtf8("a\xc3z"), 1);
}

TEST(Utf8Test, FindsOverlongFormsSurrogatesAndTooLargeOnes) {
  EXPECT_EQ(FirstBadUtf8("\xc0\xaf"), 0);
  EXPECT_EQ(FirstBadUtf8("\xe0\x80\xaf"), 0);
  EXPECT_EQ(FirstBadUtf8("\xf0\x80\x80\xaf"), 0);
  EXPECT_EQ(FirstBadUtf8("\xed\xa0\x80"), 0);
  EXPECT_EQ(FirstBadUtf8("\xf4\x90\x80\x80"), 0);
}

TEST(Utf8Test, ZeroByteIsBad) { EXPECT_EQ(FirstBadUtf8(absl::string_view("a\0b", 3)), 1); }

}  // namespace
}  // namespace headwise
