// What a picture of cost against the number of heads shows.
#ifndef HEADWISE_CLIENT_PICTURE_COST_FIGURE_H_
#define HEADWISE_CLIENT_PICTURE_COST_FIGURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/picture/color.h"

namespace headwise {

struct CostPoint {
  double value = 0;
  double low = 0;  // the spread; low == high draws none
  double high = 0;
};

struct CostLine {
  std::string name;
  Color color;
  bool dashed = false;
  std::vector<CostPoint> points;  // one for each number of heads
};

// Values against the number of heads, from 0 upwards.
struct CostPanel {
  std::string title;  // with the unit
  std::vector<CostLine> lines;
};

struct CostFigure {
  std::string title;
  std::vector<std::string> notes;   // lines below the title
  std::vector<std::int64_t> heads;  // ascending, each at least 1 and named once; at least one
  CostPanel time;
  CostPanel work;  // a second, lower panel
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_COST_FIGURE_H_
