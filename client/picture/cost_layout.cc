#include "client/picture/cost_layout.h"

#include <algorithm>

#include "client/picture/cost_axes.h"
#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr int kTimeHeight = 340;
constexpr int kWorkHeight = 150;
constexpr int kSample = 44;  // the piece of line in a legend
constexpr int kMostLegend = 360;

int ValuesWidth(const CostFigure& figure) {
  return std::max(ValueTextWidth(figure.time, MostSteps(kTimeHeight), kTextScale),
                  ValueTextWidth(figure.work, MostSteps(kWorkHeight), kTextScale)) +
         kTickLength + 4;
}

CostPanelPlace PlacePanel(int y, int height, int values_width, int legend_width) {
  // A number at the end of the value axis is higher than the plot by half its height.
  const int above = std::max(kPlotReach, TextHeight(kTextScale) / 2 + 2);
  CostPanelPlace place;
  place.title = {kMargin, y, kCostWidth, LineHeight(kTextScale)};
  place.plot = {kMargin + values_width, place.title.bottom() + above,
                kCostWidth - values_width - legend_width - kBlockGap, height};
  place.values = {kMargin, place.title.bottom(), values_width, height + 2 * above};
  place.legend = {place.plot.right() + kBlockGap, place.plot.y, legend_width, height};
  return place;
}

}  // namespace

int LegendLineHeight() { return LineHeight(kTextScale) + kGap; }

int LegendWidth(const CostPanel& panel) {
  int width = 0;
  for (const CostLine& line : panel.lines) {
    width = std::max(width, TextWidth(line.name, kTextScale));
  }
  return kSample + kGap + std::min(width, kMostLegend);
}

Rect CostPanelPlace::Drawn() const {
  return {plot.x, plot.y - kPlotReach, plot.width, plot.height + 2 * kPlotReach};
}

std::vector<Rect> CostLayout::Places() const {
  std::vector<Rect> places = {heading, heads};
  for (const CostPanelPlace& panel : {time, work}) {
    places.insert(places.end(), {panel.title, panel.values, panel.Drawn(), panel.legend});
  }
  return places;
}

CostLayout LayOutCost(const CostFigure& figure, const Heading& heading) {
  CostLayout layout;
  layout.heading = {kMargin, kMargin, kCostWidth, heading.height()};
  const int values = ValuesWidth(figure);
  const int legend = std::max(LegendWidth(figure.time), LegendWidth(figure.work));
  layout.time = PlacePanel(layout.heading.bottom() + kBlockGap, kTimeHeight, values, legend);
  layout.work = PlacePanel(layout.time.values.bottom() + kGap, kWorkHeight, values, legend);
  const Rect& plot = layout.work.plot;
  layout.heads = {plot.x, plot.bottom() + kPlotReach, plot.width,
                  4 + LineHeight(kTextScale) + TextHeight(kTextScale)};
  layout.width = kCostWidth + 2 * kMargin;
  layout.height = layout.heads.bottom() + kMargin;
  return layout;
}

}  // namespace headwise
