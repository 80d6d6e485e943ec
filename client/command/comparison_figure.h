// The picture of `headwise compare --png`.
#ifndef HEADWISE_CLIENT_COMMAND_COMPARISON_FIGURE_H_
#define HEADWISE_CLIENT_COMMAND_COMPARISON_FIGURE_H_

#include "client/command/comparison.h"
#include "client/picture/cost_figure.h"

namespace headwise {

// Times with their spread, and operations, of both forms against the number of heads. A number
// of heads that was compared twice shows its first time. Thread-safe.
CostFigure FigureOf(const Comparison& comparison);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_COMPARISON_FIGURE_H_
