// Pictures of attention maps.
#ifndef HEADWISE_CLIENT_PICTURE_HEADS_PICTURE_H_
#define HEADWISE_CLIENT_PICTURE_HEADS_PICTURE_H_

#include "client/picture/canvas.h"
#include "client/picture/heads_figure.h"

namespace headwise {

// Queries run downwards, keys to the right; all maps share one scale of colours. Thread-safe.
Canvas DrawHeads(const HeadsFigure& figure);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_HEADS_PICTURE_H_
