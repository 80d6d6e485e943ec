// The axes of a map: query tokens downwards, key tokens to the right.
#ifndef HEADWISE_CLIENT_PICTURE_MAP_AXES_H_
#define HEADWISE_CLIENT_PICTURE_MAP_AXES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/picture/canvas.h"
#include "client/picture/map_grid.h"
#include "client/picture/rect.h"
#include "client/picture/text.h"

namespace headwise {

// The axes of all maps of a grid, which are alike: a stroke and a number every few tokens, the
// tokens themselves if the grid has room for them, and "query" or "key" outermost. Borrows
// `labels`, one for each token or none. Immutable after construction; thread-safe.
class MapAxes {
 public:
  MapAxes(const MapGrid& grid, const std::vector<std::string>& labels);

  // What the axes take beside and below a map.
  int query_width() const { return query_width_; }
  int key_height() const { return key_height_; }

  // `map` has the size of the grid's maps.
  void DrawQueries(const Rect& map, Canvas* canvas) const;
  void DrawKeys(const Rect& map, Canvas* canvas) const;

  // Characters of the longest label as it is drawn.
  static int LabelCharacters(const std::vector<std::string>& labels);

 private:
  bool has_labels() const { return grid_.label_scale > 0 && !labels_.empty(); }
  // Pixels from the start of a map to the middle of the token's cell.
  int Middle(std::int64_t token) const;
  void DrawQueryLabels(const Rect& map, int right, Canvas* canvas) const;
  void DrawKeyLabels(const Rect& map, int top, Canvas* canvas) const;

  const MapGrid grid_;
  const std::vector<std::string>& labels_;
  const TextStyle text_;
  const TextStyle label_text_;
  std::int64_t step_ = 1;  // between numbers
  int number_width_ = 0;
  int label_width_ = 0;   // of query labels
  int label_height_ = 0;  // of key labels
  bool labels_turned_ = false;
  int query_width_ = 0;
  int key_height_ = 0;
};

}  // namespace headwise

#endif  // HEADWISE_CLIENT_PICTURE_MAP_AXES_H_
