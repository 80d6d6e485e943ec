#include "client/picture/utf8_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;

TEST(Utf8TextTest, ReadsCodePoints) {
  EXPECT_EQ(CharactersOf("a\u00fc\u2423\U0001f600"), U"a\u00fc\u2423\U0001f600");
  EXPECT_EQ(CharactersOf(""), U"");
}

TEST(Utf8TextTest, ReplacesBadBytes) {
  EXPECT_EQ(CharactersOf("\xff"
                         "a"),
            U"\ufffda");                                 // no first byte
  EXPECT_EQ(CharactersOf("\xe2\x90"), U"\ufffd\ufffd");  // cut off
  EXPECT_EQ(CharactersOf("\xc0\x80"), U"\ufffd\ufffd");  // overlong
  EXPECT_EQ(CharactersOf("\xe0\x80\x80"), U"\ufffd\ufffd\ufffd");
  EXPECT_EQ(CharactersOf("\xed\xa0\x80"), U"\ufffd\ufffd\ufffd");  // surrogate
  EXPECT_EQ(CharactersOf("\xc3(").size(), 2u);                     // no continuation
}

TEST(Utf8TextTest, SplitsKeepingBytes) {
  EXPECT_THAT(SplitCharacters("a\u00fc\xff."), ElementsAre("a", "\u00fc", "\xff", "."));
}

}  // namespace
}  // namespace headwise
