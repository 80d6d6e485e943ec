// Where everything stands in a picture of attention maps.
#ifndef HEADWISE_CLIENT_PICTURE_HEADS_LAYOUT_H_
#define HEADWISE_CLIENT_PICTURE_HEADS_LAYOUT_H_

#include <vector>

#include "client/picture/heading.h"
#include "client/picture/heads_figure.h"
#include "client/picture/map_axes.h"
#include "client/picture/rect.h"

namespace headwise {

struct PanelPlace {
  Rect name;
  Rect map;  // without its frame of one pixel
  Rect caption;
  Rect query_axis;  // empty but for the first map of a row
  Rect key_axis;    // empty but in the lowest rows
};

struct HeadsLayout {
  int width = 0;
  int height = 0;
  Rect heading;
  std::vector<PanelPlace> panels;
  Rect color_bar;
  int color_bar_top = 0;  // of the bar itself, below its title

  // All places; no two overlap, and all lie in the picture.
  std::vector<Rect> Places() const;
};

// Thread-safe. `axes` are those of the figure.
HeadsLayout LayOutHeads(const HeadsFigure& figure, const MapAxes& axes, const Heading& heading);

// What the heading may take, which is to be known before it is broken into lines.
int HeadingWidth(const HeadsFigure& figure, const MapAxes& axes);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_HEADS_LAYOUT_H_
