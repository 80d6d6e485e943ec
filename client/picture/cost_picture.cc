#include "client/picture/cost_picture.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "client/picture/cost_axes.h"
#include "client/picture/cost_layout.h"
#include "client/picture/heading.h"
#include "client/picture/spacing.h"
#include "client/picture/stroke.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr TextStyle kAxisText{kTextScale, kFaint};
constexpr TextStyle kNameText{kTextScale, kInk};
constexpr double kThick = 3;
constexpr double kMarker = 11;
constexpr double kDash = 8;
constexpr double kWhisker = 6;  // half of the stroke at the ends of a spread
constexpr int kSample = 44;
constexpr double kAside = 5;  // of points with a spread, so that it does not hide another line's

void DrawLine(Point from, Point to, const CostLine& line, Canvas* canvas) {
  if (line.dashed) {
    DrawDashes(from, to, kThick, kDash, line.color, canvas);
  } else {
    DrawStroke(from, to, kThick, line.color, canvas);
  }
}

void DrawMarker(Point at, const CostLine& line, Canvas* canvas) {
  DrawStroke(at, at, kMarker, line.color, canvas);
  if (line.dashed) DrawStroke(at, at, kMarker - 5, kPaper, canvas);
}

void DrawSpread(double x, double low, double high, Color color, Canvas* canvas) {
  DrawStroke({x, low}, {x, high}, 1.5, color, canvas);
  for (double y : {low, high}) DrawStroke({x - kWhisker, y}, {x + kWhisker, y}, 1.5, color, canvas);
}

void DrawValues(const CostAxes& axes, const Rect& plot, Canvas* canvas) {
  for (const Tick& tick : axes.value_ticks()) {
    const int y = static_cast<int>(std::lround(tick.place));
    canvas->Fill({plot.x, y, plot.width, 1}, kGrid);
    canvas->Fill({plot.x - kTickLength, y, kTickLength, 1}, kFaint);
    DrawText(tick.text, plot.x - kTickLength - 4 - TextWidth(tick.text, kTextScale),
             y - TextAscent(kTextScale) / 2, kAxisText, canvas);
  }
}

bool HasSpread(const CostLine& line) {
  return std::any_of(line.points.begin(), line.points.end(),
                     [](const CostPoint& point) { return point.high > point.low; });
}

// `aside` moves the line to the right.
void DrawPoints(const CostAxes& axes, const CostLine& line, double aside, Canvas* canvas) {
  auto place = [&](std::size_t i) {
    return Point{axes.X(i) + aside, axes.Y(line.points[i].value)};
  };
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const CostPoint& point = line.points[i];
    if (i > 0) DrawLine(place(i - 1), place(i), line, canvas);
    if (point.high > point.low) {
      DrawSpread(axes.X(i) + aside, axes.Y(point.low), axes.Y(point.high), line.color, canvas);
    }
  }
  for (std::size_t i = 0; i < line.points.size(); ++i) DrawMarker(place(i), line, canvas);
}

void DrawLegend(const CostPanel& panel, const Rect& place, Canvas* canvas) {
  int top = place.y;
  for (const CostLine& line : panel.lines) {
    const double middle = top + TextAscent(kTextScale) / 2.0;
    DrawLine({place.x + 2.0, middle}, {place.x + kSample - 2.0, middle}, line, canvas);
    DrawMarker({place.x + kSample / 2.0, middle}, line, canvas);
    DrawText(FitText(line.name, place.width - kSample - kGap, kTextScale), place.x + kSample + kGap,
             top, kNameText, canvas);
    top += LegendLineHeight();
  }
}

void DrawPanel(const CostFigure& figure, const CostPanel& panel, const CostPanelPlace& place,
               Canvas* canvas) {
  DrawText(FitText(panel.title, place.title.width, kTextScale), place.title.x, place.title.y,
           kNameText, canvas);
  const CostAxes axes(figure.heads, panel, place.plot);
  DrawValues(axes, place.plot, canvas);
  canvas->Fill({place.plot.x, place.plot.y, 1, place.plot.height}, kFaint);
  canvas->Fill({place.plot.x, place.plot.bottom() - 1, place.plot.width, 1}, kFaint);
  double aside = -kAside;
  for (const CostLine& line : panel.lines) {
    DrawPoints(axes, line, HasSpread(line) ? aside : 0, canvas);
    aside += 2 * kAside;
  }
  DrawLegend(panel, place.legend, canvas);
}

void DrawHeadNumbers(const CostAxes& axes, const Rect& place, Canvas* canvas) {
  const int top = place.y + 4;
  for (const Tick& tick : axes.HeadTicks(kTextScale)) {
    const int x = static_cast<int>(std::lround(tick.place));
    canvas->Fill({x, place.y - kPlotReach, 1, kTickLength}, kFaint);
    DrawText(tick.text, x - TextWidth(tick.text, kTextScale) / 2, top, kAxisText, canvas);
  }
  const std::string title = "heads (logarithmic)";
  DrawText(title, place.x + (place.width - TextWidth(title, kTextScale)) / 2,
           top + LineHeight(kTextScale), kAxisText, canvas);
}

}  // namespace

Canvas DrawCost(const CostFigure& figure) {
  const Heading heading(figure.title, figure.notes, kCostWidth);
  const CostLayout layout = LayOutCost(figure, heading);
  Canvas canvas(layout.width, layout.height);
  heading.Draw(layout.heading.x, layout.heading.y, &canvas);
  DrawPanel(figure, figure.time, layout.time, &canvas);
  DrawPanel(figure, figure.work, layout.work, &canvas);
  DrawHeadNumbers(CostAxes(figure.heads, figure.work, layout.work.plot), layout.heads, &canvas);
  return canvas;
}

}  // namespace headwise
