// The legend of a picture of attention maps.
#ifndef HEADWISE_CLIENT_PICTURE_COLOR_BAR_H_
#define HEADWISE_CLIENT_PICTURE_COLOR_BAR_H_

#include "client/picture/canvas.h"
#include "client/picture/color_map.h"
#include "client/picture/probability_scale.h"
#include "client/picture/rect.h"

namespace headwise {

// What a query may not look at: neither paper nor a colour of the map.
constexpr Color kHidden{226, 227, 232};

constexpr int kColorBarWidth = 140;
// Beside maps of `map_height`; with the line about hidden keys if there are any.
int ColorBarHeight(int map_height, bool hides);

// Its title, a bar with numbers and, if `hides`, what the colour of hidden keys means. `place` is
// kColorBarWidth wide; the bar itself starts at `top`, the title at the top of `place`.
void DrawColorBar(const Rect& place, int top, const ColorMap& colors, const ProbabilityScale& scale,
                  bool hides, Canvas* canvas);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COLOR_BAR_H_
