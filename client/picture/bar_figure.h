// What a picture of bars shows.
#ifndef HEADWISE_CLIENT_PICTURE_BAR_FIGURE_H_
#define HEADWISE_CLIENT_PICTURE_BAR_FIGURE_H_

#include <string>
#include <vector>

namespace headwise {

struct Bar {
  std::string name;   // left of it
  double share = 0;   // of the longest bar there can be, in 0..1
  std::string value;  // right of it
};

// More are not drawn.
constexpr int kMostBars = 80;

struct BarFigure {
  std::string title;
  std::vector<std::string> notes;  // lines below the title
  std::vector<Bar> bars;           // from the top
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_BAR_FIGURE_H_
