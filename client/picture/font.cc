#include "client/picture/font.h"

#include <cstddef>
#include <cstdint>

namespace headwise {
namespace {

// Rows from the top; the leftmost dot is the highest of five bits. Printable ASCII, then signs.
constexpr std::uint8_t kGlyphs[][kGlyphHeight] = {
#include "client/picture/font_glyphs.inc"
};

constexpr char32_t kFirst = U' ';
constexpr char32_t kLast = U'~';
constexpr std::size_t kSigns = kLast - kFirst + 1;
static_assert(sizeof(kGlyphs) == (kSigns + 4) * kGlyphHeight);

std::size_t GlyphIndex(char32_t character) {
  if (character >= kFirst && character <= kLast) return character - kFirst;
  switch (character) {
    case kVisibleSpace:
      return kSigns;
    case kVisibleLineEnd:
      return kSigns + 1;
    case kVisibleTab:
      return kSigns + 2;
    default:
      return kSigns + 3;
  }
}

}  // namespace

bool GlyphDot(char32_t character, int column, int row) {
  if (column < 0 || column >= kGlyphWidth || row < 0 || row >= kGlyphHeight) return false;
  return ((kGlyphs[GlyphIndex(character)][row] >> (kGlyphWidth - 1 - column)) & 1) != 0;
}

}  // namespace headwise
