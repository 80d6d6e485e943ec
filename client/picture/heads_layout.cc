#include "client/picture/heads_layout.h"

#include <algorithm>
#include <string>

#include "client/picture/color_bar.h"
#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

// A map, or the text below it if that is wider.
int PanelWidth(const MapGrid& grid) {
  const int caption = TextWidth(std::string(kMostCaptionCharacters, '0'), grid.small_scale);
  return std::max(grid.map_size() + 2, caption);
}

int GridWidth(const MapGrid& grid) {
  return grid.columns * PanelWidth(grid) + (grid.columns - 1) * kBlockGap;
}

int ContentWidth(const HeadsFigure& figure, const MapAxes& axes) {
  const int width = axes.query_width() + GridWidth(figure.grid) + kBlockGap + kColorBarWidth;
  return std::max(width, kLeastWidth);
}

PanelPlace PlacePanel(const MapGrid& grid, const MapAxes& axes, bool first, bool has_keys, int x,
                      int y) {
  const int size = grid.map_size();
  const int width = PanelWidth(grid);
  PanelPlace place;
  place.name = {x, y, width, LineHeight(grid.name_scale)};
  place.map = {x + 1, place.name.bottom() + 1, size, size};
  const Rect framed = {x, place.name.bottom(), size + 2, size + 2};
  if (first) {
    const int title = TextWidth("query", grid.small_scale);  // may be longer than a small map
    const int above = std::max(0, (title - framed.height) / 2 + 1);
    place.query_axis = {x - axes.query_width(), framed.y - above, axes.query_width(),
                        framed.height + 2 * above};
  }
  const int keys = has_keys ? axes.key_height() : 0;
  place.key_axis = {x, framed.bottom(), framed.width, keys};
  place.caption = {x, framed.bottom() + keys + kGap, width, TextHeight(grid.small_scale)};
  return place;
}

int RowHeight(const PanelPlace& place) { return place.caption.bottom() - place.name.y; }

}  // namespace

int HeadingWidth(const HeadsFigure& figure, const MapAxes& axes) {
  return ContentWidth(figure, axes);
}

std::vector<Rect> HeadsLayout::Places() const {
  std::vector<Rect> places = {heading, color_bar};
  for (const PanelPlace& panel : panels) {
    const Rect& map = panel.map;
    const Rect framed = {map.x - 1, map.y - 1, map.width + 2, map.height + 2};
    places.insert(places.end(),
                  {panel.name, framed, panel.caption, panel.query_axis, panel.key_axis});
  }
  return places;
}

HeadsLayout LayOutHeads(const HeadsFigure& figure, const MapAxes& axes, const Heading& heading) {
  const MapGrid& grid = figure.grid;
  const int heads = static_cast<int>(figure.panels.size());
  HeadsLayout layout;
  const int content = ContentWidth(figure, axes);
  layout.width = content + 2 * kMargin;
  layout.heading = {kMargin, kMargin, content, heading.height()};
  const int left = kMargin + axes.query_width();
  int y = layout.heading.bottom() + kBlockGap;
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns && row * grid.columns + column < heads; ++column) {
      const int x = left + column * (PanelWidth(grid) + kBlockGap);
      layout.panels.push_back(
          PlacePanel(grid, axes, column == 0, grid.HasKeyAxis(row, heads), x, y));
    }
    y += RowHeight(layout.panels.back()) + kBlockGap;
  }
  const PanelPlace& corner = layout.panels.front();
  // Beside the first map, unless the names are written smaller than the bar's title.
  layout.color_bar_top = std::max(corner.map.y, corner.name.y + LineHeight(kTextScale) + 1);
  const int bar_height = ColorBarHeight(corner.map.height, figure.hides());
  layout.color_bar = {left + GridWidth(grid) + kBlockGap, corner.name.y, kColorBarWidth,
                      layout.color_bar_top + bar_height - corner.name.y};
  layout.height = std::max(y - kBlockGap, layout.color_bar.bottom()) + kMargin;
  return layout;
}

}  // namespace headwise
