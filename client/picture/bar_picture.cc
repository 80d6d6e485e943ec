#include "client/picture/bar_picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/types/span.h"
#include "client/picture/heading.h"
#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr int kWidth = 960;     // between the margins
constexpr int kMostText = 240;  // of a name or value
constexpr TextStyle kText{kTextScale, kInk};

// Columns of all bars.
struct Columns {
  int bar = 0;    // where bars start
  int width = 0;  // of the longest bar
};

int LineStep() { return LineHeight(kTextScale) + kGap; }

Columns ColumnsOf(absl::Span<const Bar> bars) {
  int names = 0;
  int values = 0;
  for (const Bar& bar : bars) {
    names = std::max(names, std::min(kMostText, TextWidth(bar.name, kTextScale)));
    values = std::max(values, std::min(kMostText, TextWidth(bar.value, kTextScale)));
  }
  return {kMargin + names + kGap, kWidth - names - values - 2 * kGap};
}

void DrawBar(const Bar& bar, const Columns& columns, int top, Canvas* canvas) {
  const std::string name = FitText(bar.name, kMostText, kTextScale);
  DrawText(name, columns.bar - kGap - TextWidth(name, kTextScale), top, kText, canvas);
  const double share = std::isfinite(bar.share) ? std::clamp(bar.share, 0.0, 1.0) : 0;
  const int length = static_cast<int>(std::lround(share * columns.width));
  canvas->Fill({columns.bar, top, length, TextAscent(kTextScale)}, kBlue);
  DrawText(FitText(bar.value, kMostText, kTextScale), columns.bar + length + kGap, top, kText,
           canvas);
}

}  // namespace

Canvas DrawBars(const BarFigure& figure) {
  const auto bars = absl::MakeConstSpan(figure.bars).subspan(0, kMostBars);
  const Heading heading(figure.title, figure.notes, kWidth);
  const Columns columns = ColumnsOf(bars);
  int top = kMargin + heading.height() + kBlockGap;
  Canvas canvas(kWidth + 2 * kMargin, top + static_cast<int>(bars.size()) * LineStep() + kMargin);
  heading.Draw(kMargin, kMargin, &canvas);
  for (const Bar& bar : bars) {
    DrawBar(bar, columns, top, &canvas);
    top += LineStep();
  }
  return canvas;
}

}  // namespace headwise
