#include "client/picture/font.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace headwise {
namespace {

std::string DotsOf(char32_t character) {
  std::string dots;
  for (int row = 0; row < kGlyphHeight; ++row) {
    for (int column = 0; column < kGlyphWidth; ++column) {
      dots += GlyphDot(character, column, row) ? '#' : '.';
    }
    dots += '\n';
  }
  return dots;
}

TEST(FontTest, DrawsLetters) {
  EXPECT_EQ(DotsOf(U'R'),
            "####.\n"
            "#...#\n"
            "#...#\n"
            "####.\n"
            "#.#..\n"
            "#..#.\n"
            "#...#\n"
            ".....\n"
            ".....\n");
}

TEST(FontTest, EveryPrintableCharacterIsDifferent) {
  std::set<std::string> seen;
  for (char32_t character = U' '; character <= U'~'; ++character) {
    EXPECT_TRUE(seen.insert(DotsOf(character)).second) << static_cast<int>(character);
  }
  for (char32_t sign : {kVisibleSpace, kVisibleTab, kVisibleLineEnd, U'\u00fc'}) {
    EXPECT_TRUE(seen.insert(DotsOf(sign)).second) << static_cast<int>(sign);
  }
}

TEST(FontTest, OnlyTheSpaceIsBlank) {
  const std::string blank = DotsOf(U' ');
  EXPECT_EQ(blank.find('#'), std::string::npos);
  for (char32_t character = U'!'; character <= U'~'; ++character) {
    EXPECT_NE(DotsOf(character), blank);
  }
}

TEST(FontTest, CapitalsAndDigitsStandOnTheBaseline) {
  for (char32_t character : std::u32string(U"ABCXYZ0123456789")) {
    bool top = false;
    for (int column = 0; column < kGlyphWidth; ++column) {
      top = top || GlyphDot(character, column, 0);
      EXPECT_FALSE(GlyphDot(character, column, kGlyphAscent));
    }
    EXPECT_TRUE(top);
  }
}

TEST(FontTest, UnknownCharactersAreBoxes) {
  EXPECT_EQ(DotsOf(U'\u00fc'), DotsOf(U'\ufffd'));
  EXPECT_EQ(DotsOf(U'\n'), DotsOf(U'\ufffd'));
}

TEST(FontTest, NothingLiesOutside) {
  EXPECT_TRUE(GlyphDot(U'T', 0, 0));
  EXPECT_FALSE(GlyphDot(U'T', -1, 0));
  EXPECT_FALSE(GlyphDot(U'T', kGlyphWidth, 0));
  EXPECT_FALSE(GlyphDot(U'T', 0, -1));
  EXPECT_FALSE(GlyphDot(U'T', 0, kGlyphHeight));
}

}  // namespace
}  // namespace headwise
