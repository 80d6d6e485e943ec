#include "client/picture/map_axes.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "client/picture/spacing.h"
#include "client/picture/ticks.h"
#include "client/picture/utf8_text.h"

namespace headwise {
namespace {

constexpr char kQuery[] = "query";
constexpr char kKey[] = "key";
constexpr int kTickGap = kTickLength + 4;  // from a map to text
constexpr int kLabelGap = 16;              // from tokens to the numbers beside them

std::string Shortened(const std::string& label, int scale) {
  return FitText(label, TextWidth(std::string(kMostLabelCharacters, '0'), scale), scale);
}

// The place of a text that is as near to `middle` as [start, end) allows.
int Centered(int middle, int width, int start, int end) {
  return std::max(start, std::min(middle - width / 2, end - width));
}

}  // namespace

int MapAxes::LabelCharacters(const std::vector<std::string>& labels) {
  std::size_t longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, CharactersOf(label).size());
  return static_cast<int>(std::min<std::size_t>(longest, kMostLabelCharacters));
}

MapAxes::MapAxes(const MapGrid& grid, const std::vector<std::string>& labels)
    : grid_(grid),
      labels_(labels),
      text_{grid.small_scale, kFaint},
      label_text_{grid.label_scale, kInk} {
  number_width_ = TextWidth(absl::StrCat(grid.bins.tokens - 1), text_.scale);
  // A number at the end of an axis is moved inwards by half its width.
  const double spacing =
      std::max(1.5 * number_width_ + 4 * text_.scale, 1.0 * LineHeight(text_.scale));
  step_ = IndexStep(grid.bins.tokens, double(grid.cell) / grid.bins.per_cell, spacing);
  if (has_labels()) {
    const int characters = LabelCharacters(labels);
    label_width_ = TextWidth(std::string(characters, '0'), label_text_.scale);
    labels_turned_ = characters > 1;
    label_height_ = labels_turned_ ? label_width_ : TextHeight(label_text_.scale);
  }
  const int title = TextHeight(text_.scale) + kGap;
  query_width_ = title + number_width_ + kTickGap + (has_labels() ? label_width_ + kLabelGap : 0);
  key_height_ = title + TextHeight(text_.scale) + kTickGap + (has_labels() ? label_height_ + 4 : 0);
}

int MapAxes::Middle(std::int64_t token) const {
  return grid_.bins.CellOf(token) * grid_.cell + grid_.cell / 2;
}

void MapAxes::DrawQueryLabels(const Rect& map, int right, Canvas* canvas) const {
  for (std::size_t token = 0; token < labels_.size(); ++token) {
    const std::string label = Shortened(labels_[token], label_text_.scale);
    const int y = map.y + Middle(static_cast<std::int64_t>(token));
    DrawText(label, right - TextWidth(label, label_text_.scale),
             y - TextAscent(label_text_.scale) / 2, label_text_, canvas);
  }
}

void MapAxes::DrawQueries(const Rect& map, Canvas* canvas) const {
  int right = map.x - kTickGap;
  if (has_labels()) {
    DrawQueryLabels(map, right, canvas);
    right -= label_width_ + kLabelGap;
  }
  for (std::int64_t token = 0; token < grid_.bins.tokens; token += step_) {
    const int middle = map.y + Middle(token);
    canvas->Fill({map.x - 1 - kTickLength, middle, kTickLength, 1}, kFaint);
    const std::string number = absl::StrCat(token);
    const int top = Centered(middle, TextAscent(text_.scale), map.y, map.bottom());
    DrawText(number, right - TextWidth(number, text_.scale), top, text_, canvas);
  }
  const int height = TextWidth(kQuery, text_.scale);
  DrawTextUpwards(kQuery, right - number_width_ - kGap - TextHeight(text_.scale),
                  map.y + (map.height - height) / 2, text_, canvas);
}

void MapAxes::DrawKeyLabels(const Rect& map, int top, Canvas* canvas) const {
  const int scale = label_text_.scale;
  for (std::size_t token = 0; token < labels_.size(); ++token) {
    const std::string label = Shortened(labels_[token], scale);
    const int middle = map.x + Middle(static_cast<std::int64_t>(token));
    if (labels_turned_) {
      DrawTextUpwards(label, middle - TextAscent(scale) / 2, top, label_text_, canvas);
    } else {
      DrawText(label, middle - TextWidth(label, scale) / 2, top, label_text_, canvas);
    }
  }
}

void MapAxes::DrawKeys(const Rect& map, Canvas* canvas) const {
  int top = map.bottom() + kTickGap;
  if (has_labels()) {
    DrawKeyLabels(map, top, canvas);
    top += label_height_ + 4;
  }
  for (std::int64_t token = 0; token < grid_.bins.tokens; token += step_) {
    const int middle = map.x + Middle(token);
    canvas->Fill({middle, map.bottom() + 1, 1, kTickLength}, kFaint);
    const std::string number = absl::StrCat(token);
    const int width = TextWidth(number, text_.scale);
    DrawText(number, Centered(middle, width, map.x, map.right()), top, text_, canvas);
  }
  const int width = TextWidth(kKey, text_.scale);
  DrawText(kKey, map.x + (map.width - width) / 2, top + TextHeight(text_.scale) + kGap / 2, text_,
           canvas);
}

}  // namespace headwise
