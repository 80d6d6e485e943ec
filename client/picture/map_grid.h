// How large the maps of a layer's heads are, and how they stand side by side.
#ifndef HEADWISE_CLIENT_PICTURE_MAP_GRID_H_
#define HEADWISE_CLIENT_PICTURE_MAP_GRID_H_

#include <cstdint>

#include "client/picture/map_bins.h"

namespace headwise {

// The most heads that one picture shows.
constexpr int kMostMaps = 128;

// All pictures stay below about this width and height, in pixels.
constexpr int kPictureLimit = 2000;

struct MapGrid {
  int columns = 1;
  int rows = 1;
  MapBins bins;
  int cell = 1;         // pixels of a cell's side
  int name_scale = 2;   // of text above the maps
  int small_scale = 2;  // of text below them and at the axes
  int label_scale = 0;  // of the tokens at the axes; 0: there is no room for them, or none

  int map_size() const { return bins.cells() * cell; }
  // Whether the axis numbers of this row's keys are below it: no map may stand below one that
  // has them.
  bool HasKeyAxis(int row, int heads) const {
    return row == rows - 1 || (row == rows - 2 && heads % columns != 0);
  }
};

// For `heads` maps in 1..kMostMaps of `tokens` x `tokens`. `label_characters` is the length of
// the longest token, 0 if tokens are not to be written. One map alone is drawn large; tokens share
// cells if there are more of them than pixels. Thread-safe.
MapGrid ChooseMapGrid(int heads, std::int64_t tokens, int label_characters);

// Characters of a token that are written at most.
constexpr int kMostLabelCharacters = 14;

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_MAP_GRID_H_
