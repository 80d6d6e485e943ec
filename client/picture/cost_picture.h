// Pictures of cost against the number of heads.
#ifndef HEADWISE_CLIENT_PICTURE_COST_PICTURE_H_
#define HEADWISE_CLIENT_PICTURE_COST_PICTURE_H_

#include "client/picture/canvas.h"
#include "client/picture/cost_figure.h"

namespace headwise {

// Two panels, one below the other, over one logarithmic axis of heads. Thread-safe.
Canvas DrawCost(const CostFigure& figure);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COST_PICTURE_H_
