// Where everything stands in a picture of cost.
#ifndef HEADWISE_CLIENT_PICTURE_COST_LAYOUT_H_
#define HEADWISE_CLIENT_PICTURE_COST_LAYOUT_H_

#include <vector>

#include "client/picture/cost_figure.h"
#include "client/picture/heading.h"
#include "client/picture/rect.h"

namespace headwise {

// From a plot to the outermost pixel of a point or stroke at its edge.
constexpr int kPlotReach = 7;

struct CostPanelPlace {
  Rect title;
  Rect values;  // numbers left of the plot
  Rect plot;
  Rect legend;  // right of it

  // The plot with what points at its edges take above and below it.
  Rect Drawn() const;
};

struct CostLayout {
  int width = 0;
  int height = 0;
  Rect heading;
  CostPanelPlace time;
  CostPanelPlace work;
  Rect heads;  // numbers and title below the lower plot

  // All places; no two overlap, and all lie in the picture.
  std::vector<Rect> Places() const;
};

// Of all that lies between the margins.
constexpr int kCostWidth = 1144;

// One line of a legend. Thread-safe, as all of this file.
int LegendLineHeight();
int LegendWidth(const CostPanel& panel);

CostLayout LayOutCost(const CostFigure& figure, const Heading& heading);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COST_LAYOUT_H_
