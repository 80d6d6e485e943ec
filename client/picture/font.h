// The letters of pictures.
#ifndef HEADWISE_CLIENT_PICTURE_FONT_H_
#define HEADWISE_CLIENT_PICTURE_FONT_H_

namespace headwise {

// A glyph is 5 dots wide: 7 rows above the baseline and 2 below it. A blank column keeps it from
// the next one.
constexpr int kGlyphWidth = 5;
constexpr int kGlyphHeight = 9;
constexpr int kGlyphAscent = 7;  // rows of capitals and digits
constexpr int kGlyphAdvance = kGlyphWidth + 1;

// Signs for blanks that are to be seen, beside printable ASCII the only ones that are drawn.
constexpr char32_t kVisibleSpace = U'\u2423';
constexpr char32_t kVisibleTab = U'\u2192';
constexpr char32_t kVisibleLineEnd = U'\u21b5';

// Whether the glyph of `character` has the dot, false for places outside of it. Characters
// without a glyph are boxes. Thread-safe.
bool GlyphDot(char32_t character, int column, int row);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_FONT_H_
