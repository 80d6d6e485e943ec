// Draws bars beside each other's names and values.
#ifndef HEADWISE_CLIENT_PICTURE_BAR_PICTURE_H_
#define HEADWISE_CLIENT_PICTURE_BAR_PICTURE_H_

#include "client/picture/bar_figure.h"
#include "client/picture/canvas.h"

namespace headwise {

// Thread-safe.
Canvas DrawBars(const BarFigure& figure);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_BAR_PICTURE_H_
