// The numbers at the axes of a panel, and where values stand in it.
#ifndef HEADWISE_CLIENT_PICTURE_COST_AXES_H_
#define HEADWISE_CLIENT_PICTURE_COST_AXES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/picture/cost_figure.h"
#include "client/picture/rect.h"
#include "client/picture/ticks.h"

namespace headwise {

// Heads run to the right by their logarithm, values upwards from 0. Immutable after
// construction; thread-safe.
class CostAxes {
 public:
  // `plot` is where lines are drawn.
  CostAxes(const std::vector<std::int64_t>& heads, const CostPanel& panel, const Rect& plot);

  double X(std::size_t index) const { return x_[index]; }
  double Y(double value) const;

  // From 0 to the end of the axis; places are pixels of the canvas.
  const std::vector<Tick>& value_ticks() const { return value_ticks_; }
  // Numbers of heads, powers of two first where there is no room for all.
  std::vector<Tick> HeadTicks(int scale) const;

 private:
  const std::vector<std::int64_t> heads_;
  const Rect plot_;
  double end_ = 1;  // of the values
  std::vector<double> x_;
  std::vector<Tick> value_ticks_;
};

// What value_ticks' texts take at most, for laying out.
int ValueTextWidth(const CostPanel& panel, int most_steps, int scale);

// Steps of a panel's value axis, by the height of its plot.
int MostSteps(int height);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COST_AXES_H_
