#include "client/picture/heads_picture.h"

#include <utility>
#include <vector>

#include "client/picture/color_bar.h"
#include "client/picture/color_map.h"
#include "client/picture/heading.h"
#include "client/picture/heads_layout.h"
#include "client/picture/map_axes.h"
#include "client/picture/probability_scale.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

ProbabilityScale ScaleOf(const HeadsFigure& figure) {
  std::vector<float> values;
  for (const HeadPanel& panel : figure.panels) {
    const std::vector<float> means = panel.map.Means();
    values.insert(values.end(), means.begin(), means.end());
  }
  return ProbabilityScale(std::move(values));
}

void DrawMap(const AttentionMap& map, const Rect& place, int cell, const ColorMap& colors,
             const ProbabilityScale& scale, Canvas* canvas) {
  for (int row = 0; row < map.cells(); ++row) {
    for (int column = 0; column < map.cells(); ++column) {
      const auto mean = map.Mean(row, column);
      canvas->Fill({place.x + column * cell, place.y + row * cell, cell, cell},
                   mean.has_value() ? colors.At(scale.ShareOf(*mean)) : kHidden);
    }
  }
  canvas->Frame({place.x - 1, place.y - 1, place.width + 2, place.height + 2}, kFaint);
}

void DrawPanelText(const HeadPanel& panel, const PanelPlace& place, const MapGrid& grid,
                   Canvas* canvas) {
  DrawText(FitText(panel.name, place.name.width, grid.name_scale), place.name.x, place.name.y,
           {grid.name_scale, kInk}, canvas);
  DrawText(FitText(panel.caption, place.caption.width, grid.small_scale), place.caption.x,
           place.caption.y, {grid.small_scale, kInk}, canvas);
}

}  // namespace

Canvas DrawHeads(const HeadsFigure& figure) {
  const MapAxes axes(figure.grid, figure.labels);
  const Heading heading(figure.title, figure.notes, HeadingWidth(figure, axes));
  const HeadsLayout layout = LayOutHeads(figure, axes, heading);
  const ColorMap colors;
  const ProbabilityScale scale = ScaleOf(figure);
  Canvas canvas(layout.width, layout.height);
  heading.Draw(layout.heading.x, layout.heading.y, &canvas);
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const PanelPlace& place = layout.panels[i];
    DrawPanelText(figure.panels[i], place, figure.grid, &canvas);
    DrawMap(figure.panels[i].map, place.map, figure.grid.cell, colors, scale, &canvas);
    if (!place.query_axis.empty()) axes.DrawQueries(place.map, &canvas);
    if (!place.key_axis.empty()) axes.DrawKeys(place.map, &canvas);
  }
  DrawColorBar(layout.color_bar, layout.color_bar_top, colors, scale, figure.hides(), &canvas);
  return canvas;
}

}  // namespace headwise
