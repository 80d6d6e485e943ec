#include "client/picture/color_bar.h"

#include <algorithm>
#include <cmath>

#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr int kBarWidth = 24;
constexpr int kShortest = 260;  // keeps the lowest numbers apart
constexpr int kLongest = 400;
constexpr TextStyle kText{kTextScale, kFaint};
// From the bar's end to that of the line about hidden keys.
constexpr int kLegendHeight = kBlockGap + kBarWidth;

void DrawBar(const Rect& bar, const ColorMap& colors, Canvas* canvas) {
  for (int row = 0; row < bar.height; ++row) {
    const double share = 1 - double(row) / (bar.height - 1);
    canvas->Fill({bar.x, bar.y + row, bar.width, 1}, colors.At(share));
  }
  canvas->Frame({bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2}, kFaint);
}

void DrawMarks(const Rect& bar, const ProbabilityScale& scale, Canvas* canvas) {
  for (const ProbabilityScale::Mark& mark : scale.Marks()) {
    const int y = bar.bottom() - 1 - static_cast<int>(std::lround(mark.share * (bar.height - 1)));
    canvas->Fill({bar.right() + 1, y, kTickLength, 1}, kFaint);
    const int top = std::max(bar.y, y - TextAscent(kTextScale) / 2);
    DrawText(mark.text, bar.right() + kTickLength + 5,
             std::min(top, bar.bottom() - TextAscent(kTextScale)), kText, canvas);
  }
}

}  // namespace

int ColorBarHeight(int map_height, bool hides) {
  return std::clamp(map_height, kShortest, kLongest) + 1 + (hides ? kLegendHeight : 0);
}

void DrawColorBar(const Rect& place, int top, const ColorMap& colors, const ProbabilityScale& scale,
                  bool hides, Canvas* canvas) {
  DrawText("probability", place.x, place.y, kText, canvas);
  const Rect bar = {place.x + 1, top, kBarWidth,
                    place.bottom() - (hides ? kLegendHeight : 0) - 1 - top};
  DrawBar(bar, colors, canvas);
  DrawMarks(bar, scale, canvas);
  if (!hides) return;
  const Rect box = {place.x, place.bottom() - kBarWidth, kBarWidth, kBarWidth};
  canvas->Fill(box, kHidden);
  canvas->Frame(box, kFaint);
  DrawText("hidden", box.right() + kGap, box.y + (kBarWidth - TextAscent(kTextScale)) / 2, kText,
           canvas);
}

}  // namespace headwise
