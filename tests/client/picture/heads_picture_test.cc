#include "client/picture/heads_picture.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "client/picture/color_bar.h"
#include "client/picture/color_map.h"
#include "client/picture/heads_layout.h"
#include "client/picture/text.h"
#include "gtest/gtest.h"
#include "tests/client/picture/places.h"

namespace headwise {
namespace {

using ::headwise::testing::FaultOf;
using ::headwise::testing::InkOutside;

// Each query looks at itself alone.
AttentionMap Diagonal(const MapBins& bins, bool causal) {
  AttentionMap map(bins, causal);
  std::vector<float> row(static_cast<std::size_t>(bins.tokens), 0.0f);
  for (std::int64_t token : bins.MiddleTokens()) {
    row[static_cast<std::size_t>(token)] = 1;
    map.AddRow(token, row);
    row[static_cast<std::size_t>(token)] = 0;
  }
  return map;
}

HeadsFigure Figure(int heads, std::int64_t tokens, const std::string& label) {
  HeadsFigure figure;
  figure.title = absl::StrCat("model layer 0, ", heads, " heads");
  figure.notes = {absl::StrCat(tokens, " tokens and more of them than a short line can say"), "b"};
  if (!label.empty()) figure.labels.assign(static_cast<std::size_t>(tokens), label);
  figure.grid = ChooseMapGrid(heads, tokens, MapAxes::LabelCharacters(figure.labels));
  const AttentionMap map = Diagonal(figure.grid.bins, true);
  for (int head = 0; head < heads; ++head) {
    figure.panels.push_back({absl::StrCat("head ", head), "12.3 us  12.34 bits", map});
  }
  return figure;
}

HeadsLayout LayoutOf(const HeadsFigure& figure) {
  const MapAxes axes(figure.grid, figure.labels);
  const Heading heading(figure.title, figure.notes, HeadingWidth(figure, axes));
  return LayOutHeads(figure, axes, heading);
}

// Lays the picture out, draws it and returns what is wrong with it.
std::string Fault(const HeadsFigure& figure) {
  const HeadsLayout layout = LayoutOf(figure);
  std::string fault = FaultOf(layout.Places(), layout.width, layout.height);
  if (!fault.empty()) return fault;
  if (layout.width > kPictureLimit + 100 || layout.height > kPictureLimit + 100) {
    return absl::StrCat("large: ", layout.width, "x", layout.height);
  }
  const Canvas canvas = DrawHeads(figure);
  if (canvas.width() != layout.width || canvas.height() != layout.height) return "other size";
  if (canvas.lost_pixels() > 0) return "lost pixels";
  return InkOutside(canvas, layout.Places());
}

TEST(HeadsPictureTest, NothingOverlapsForAnyNumberOfHeads) {
  for (int heads = 1; heads <= 64; ++heads) {
    EXPECT_EQ(Fault(Figure(heads, 54, "")), "") << heads;
  }
  for (int heads : {65, 72, 96, 100, 121, 127, kMostMaps}) {
    EXPECT_EQ(Fault(Figure(heads, 54, "")), "") << heads;
  }
}

TEST(HeadsPictureTest, NothingOverlapsForAnyNumberOfTokens) {
  for (std::int64_t tokens : {1, 2, 3, 5, 9, 20, 54, 100, 187, 333, 512, 1000, 1999, 4096}) {
    for (int heads : {1, 2, 8, 13, 64}) {
      EXPECT_EQ(Fault(Figure(heads, tokens, "")), "") << heads << " heads, " << tokens;
    }
  }
}

TEST(HeadsPictureTest, NothingOverlapsWithTokensAtTheAxes) {
  for (std::int64_t tokens : {1, 2, 5, 20, 54, 85, 120, 300}) {
    for (const char* label : {"x", "token", "a very long token indeed"}) {
      for (int heads : {1, 2, 8, 64}) {
        EXPECT_EQ(Fault(Figure(heads, tokens, label)), "") << heads << " heads, " << tokens;
      }
    }
  }
}

TEST(HeadsPictureTest, NothingOverlapsWithLongTexts) {
  HeadsFigure figure = Figure(3, 4, "");
  figure.title = std::string(500, 'm') + " layer 3";
  figure.panels[1].name = std::string(90, 'n');
  figure.panels[2].caption = std::string(90, 'c');
  EXPECT_EQ(Fault(figure), "");
}

TEST(HeadsPictureTest, QueriesRunDownwardsAndKeysToTheRight) {
  HeadsFigure figure = Figure(2, 2, "");
  AttentionMap map({2, 1}, true);
  map.AddRow(0, {1, 0});
  map.AddRow(1, {0.25f, 0});
  figure.panels[1].map = map;
  const Canvas canvas = DrawHeads(figure);
  const Rect place = LayoutOf(figure).panels[1].map;
  const int half = place.width / 2;
  auto at = [&](int row, int column) {
    return canvas.At(place.x + column * half + half / 2, place.y + row * half + half / 2);
  };
  const ColorMap colors;
  EXPECT_EQ(at(0, 0), colors.At(1));
  EXPECT_EQ(at(0, 1), kHidden);
  EXPECT_EQ(at(1, 0), colors.At(0.5));  // the square root
  EXPECT_EQ(at(1, 1), colors.At(0));    // seen, but not looked at
}

TEST(HeadsPictureTest, TheBarStandsBelowItsTitle) {
  for (int heads : {1, 8, 64, kMostMaps}) {
    const HeadsLayout layout = LayoutOf(Figure(heads, 54, ""));
    EXPECT_GE(layout.color_bar_top - layout.color_bar.y, LineHeight(2)) << heads;
  }
}

TEST(HeadsPictureTest, SaysWhatHiddenIsOnlyIfSomethingIs) {
  HeadsFigure figure = Figure(1, 3, "");
  const int with = LayoutOf(figure).color_bar.height;
  figure.panels[0].map = Diagonal(figure.grid.bins, false);
  EXPECT_LT(LayoutOf(figure).color_bar.height, with);
  EXPECT_EQ(Fault(figure), "");
}

}  // namespace
}  // namespace headwise
