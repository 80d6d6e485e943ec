#include "client/picture/text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/picture/font.h"
#include "client/picture/utf8_text.h"

namespace headwise {
namespace {

// Where the dots of a line of text go.
struct Pen {
  int x;
  int y;
  bool upwards;
  int width;  // of the text
  const TextStyle& style;
  Canvas* canvas;

  // `across` and `down` in pixels of the text's own directions.
  void Fill(int across, int down, int size) const {
    if (upwards) {
      canvas->Fill({x + down, y + width - across - size, size, size}, style.color);
    } else {
      canvas->Fill({x + across, y + down, size, size}, style.color);
    }
  }
};

// Whether the corner of the blank dot (column, row) towards (dx, dy) lies between two dots that
// touch at their corners. Filling a part of it makes a slope of the step, as the character
// generators of teletext did.
bool BetweenDots(char32_t character, int column, int row, int dx, int dy) {
  return GlyphDot(character, column + dx, row) && GlyphDot(character, column, row + dy) &&
         !GlyphDot(character, column + dx, row + dy);
}

void DrawBlankDot(char32_t character, int column, int row, int left, const Pen& pen) {
  const int scale = pen.style.scale;
  const int part = scale / 2;
  if (part == 0) return;
  for (int dx : {-1, 1}) {
    for (int dy : {-1, 1}) {
      if (!BetweenDots(character, column, row, dx, dy)) continue;
      pen.Fill(left + column * scale + (dx < 0 ? 0 : scale - part),
               row * scale + (dy < 0 ? 0 : scale - part), part);
    }
  }
}

void DrawGlyph(char32_t character, int left, const Pen& pen) {
  for (int row = 0; row < kGlyphHeight; ++row) {
    for (int column = 0; column < kGlyphWidth; ++column) {
      if (GlyphDot(character, column, row)) {
        pen.Fill(left + column * pen.style.scale, row * pen.style.scale, pen.style.scale);
      } else {
        DrawBlankDot(character, column, row, left, pen);
      }
    }
  }
}

void DrawLine(absl::string_view text, const Pen& pen) {
  int left = 0;
  for (char32_t character : CharactersOf(text)) {
    DrawGlyph(character, left, pen);
    left += kGlyphAdvance * pen.style.scale;
  }
}

int WidthOf(std::size_t characters, int scale) {
  const int count = static_cast<int>(std::min<std::size_t>(characters, 1 << 16));
  return count == 0 ? 0 : (count * kGlyphAdvance - 1) * scale;
}

}  // namespace

int TextWidth(absl::string_view text, int scale) {
  return WidthOf(CharactersOf(text).size(), scale);
}

int TextHeight(int scale) { return kGlyphHeight * scale; }

int LineHeight(int scale) { return (kGlyphHeight + 2) * scale; }

int TextAscent(int scale) { return kGlyphAscent * scale; }

void DrawText(absl::string_view text, int x, int y, const TextStyle& style, Canvas* canvas) {
  DrawLine(text, {x, y, false, TextWidth(text, style.scale), style, canvas});
}

void DrawTextUpwards(absl::string_view text, int x, int y, const TextStyle& style, Canvas* canvas) {
  DrawLine(text, {x, y, true, TextWidth(text, style.scale), style, canvas});
}

std::string FitText(absl::string_view text, int width, int scale) {
  const std::vector<std::string> characters = SplitCharacters(text);
  if (WidthOf(characters.size(), scale) <= width) return std::string(text);
  std::string fitting;
  for (std::size_t i = 0; WidthOf(i + 3, scale) <= width; ++i) fitting += characters[i];
  return WidthOf(2, scale) <= width ? fitting + ".." : fitting;
}

std::vector<std::string> WrapText(absl::string_view text, int width, int scale) {
  std::vector<std::string> lines;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (!lines.empty() && TextWidth(absl::StrCat(lines.back(), " ", word), scale) <= width) {
      absl::StrAppend(&lines.back(), " ", word);
    } else {
      lines.push_back(FitText(word, width, scale));
    }
  }
  return lines;
}

}  // namespace headwise
