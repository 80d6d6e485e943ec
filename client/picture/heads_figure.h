// What a picture of attention maps shows.
#ifndef HEADWISE_CLIENT_PICTURE_HEADS_FIGURE_H_
#define HEADWISE_CLIENT_PICTURE_HEADS_FIGURE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "client/picture/attention_map.h"
#include "client/picture/map_grid.h"

namespace headwise {

struct HeadPanel {
  std::string name;     // above the map; may be empty
  std::string caption;  // below it; at most kMostCaptionCharacters are drawn on a small map
  AttentionMap map;
};

constexpr int kMostCaptionCharacters = 20;

struct HeadsFigure {
  std::string title;
  std::vector<std::string> notes;  // lines below the title
  // ChooseMapGrid for the number of panels, whose maps have its bins.
  MapGrid grid;
  std::vector<std::string> labels;  // of the tokens, or none
  std::vector<HeadPanel> panels;    // at least one

  // Whether keys are hidden from some query.
  bool hides() const {
    return std::any_of(panels.begin(), panels.end(),
                       [](const HeadPanel& panel) { return panel.map.hides(); });
  }
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_HEADS_FIGURE_H_
