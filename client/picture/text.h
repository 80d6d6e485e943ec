// Writing on a canvas.
#ifndef HEADWISE_CLIENT_PICTURE_TEXT_H_
#define HEADWISE_CLIENT_PICTURE_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/picture/canvas.h"
#include "client/picture/color.h"

namespace headwise {

// Of each dot of a glyph, in pixels.
struct TextStyle {
  int scale = 2;
  Color color = kInk;
};

// Pixels that one line of UTF-8 text covers: from its first dot column to its last, and from
// the top of capitals to the lowest descender. Thread-safe, as the other functions without a
// canvas.
int TextWidth(absl::string_view text, int scale);
int TextHeight(int scale);
// From the top of a line to that of the next.
int LineHeight(int scale);
// Rows from the top to the baseline.
int TextAscent(int scale);

// Writes with (x, y) as the top left corner.
void DrawText(absl::string_view text, int x, int y, const TextStyle& style, Canvas* canvas);
// Writes from bottom to top, as on the side of a chart: (x, y) is the top left corner of the
// turned text, which is TextHeight wide and TextWidth high.
void DrawTextUpwards(absl::string_view text, int x, int y, const TextStyle& style, Canvas* canvas);

// The text, or as much of it as fits `width` pixels with ".." at the end.
std::string FitText(absl::string_view text, int width, int scale);
// Lines that fit `width` pixels, broken at blanks; longer words are cut as by FitText.
std::vector<std::string> WrapText(absl::string_view text, int width, int scale);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_TEXT_H_
