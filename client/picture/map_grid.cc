#include "client/picture/map_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "client/picture/spacing.h"
#include "client/picture/text.h"

namespace headwise {
namespace {

constexpr int kPreferredAlone = 1100;
constexpr int kPreferredSize = 320;
constexpr int kLargestCell = 48;
constexpr int kMostColumns = 11;  // more would not leave room for the texts below the maps
// What stands beside and above all maps: margins, axes, colour bar, heading.
constexpr int kWidthAround = 2 * kMargin + 110 + 170;
constexpr int kHeightAround = 2 * kMargin + 170 + 60;

// As wide as high or wider, without a hole in the last row if that takes not too many columns.
int ChooseColumns(int heads) {
  const double square = std::sqrt(heads);
  const int least = std::min(kMostColumns, static_cast<int>(std::ceil(square)));
  for (int columns = least; columns <= std::min<double>(kMostColumns, 2 * square); ++columns) {
    if (heads % columns == 0) return columns;
  }
  return least;
}

// What the tokens at the axes take of the width or height.
int LabelRoom(int characters) { return characters == 0 ? 0 : (characters * 6 + 4) * kTextScale; }

// The largest map side that keeps the picture within its limit.
int LargestSize(const MapGrid& grid, int label_characters) {
  const int labels = LabelRoom(label_characters);
  const int texts = LineHeight(grid.name_scale) + LineHeight(grid.small_scale) + kGap + kBlockGap;
  const int width = (kPictureLimit - kWidthAround - labels) / grid.columns - kBlockGap;
  const int height = (kPictureLimit - kHeightAround - labels) / grid.rows - texts;
  return std::max(16, std::min(width, height));
}

// The largest text that fits the cells' lines if the map has at most `largest` pixels.
int ChooseLabelScale(std::int64_t tokens, int largest) {
  for (int scale : {2, 1}) {
    if (tokens * LineHeight(scale) <= largest) return scale;
  }
  return 0;
}

}  // namespace

MapGrid ChooseMapGrid(int heads, std::int64_t tokens, int label_characters) {
  MapGrid grid;
  grid.columns = ChooseColumns(heads);
  grid.rows = (heads + grid.columns - 1) / grid.columns;
  grid.name_scale = grid.columns > 10 ? 1 : kTextScale;
  grid.small_scale = grid.columns > 6 ? 1 : kTextScale;
  const std::int64_t largest = LargestSize(grid, label_characters);
  grid.bins = {tokens, (tokens + largest - 1) / largest};
  const std::int64_t cells = grid.bins.cells();
  const std::int64_t preferred =
      std::min<std::int64_t>(largest, heads == 1 ? kPreferredAlone : kPreferredSize);
  grid.cell = static_cast<int>(std::clamp<std::int64_t>(preferred / cells, 1, kLargestCell));
  if (label_characters > 0) {
    grid.label_scale = ChooseLabelScale(tokens, static_cast<int>(largest));
    if (grid.label_scale > 0) grid.cell = std::max(grid.cell, LineHeight(grid.label_scale));
  }
  return grid;
}

}  // namespace headwise
