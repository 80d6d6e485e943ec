#include "client/picture/map_axes.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "tests/client/picture/places.h"

namespace headwise {
namespace {

using ::headwise::testing::InkOutside;

std::vector<std::string> Labels(std::size_t count, const std::string& label) {
  return std::vector<std::string>(count, label);
}

// Draws both axes of a map and returns what lies outside of the places they asked for.
std::string Stray(int heads, std::int64_t tokens, const std::vector<std::string>& labels) {
  const MapGrid grid = ChooseMapGrid(heads, tokens, MapAxes::LabelCharacters(labels));
  const MapAxes axes(grid, labels);
  const int size = grid.map_size();
  const Rect map = {axes.query_width() + 21, 21, size, size};
  Canvas canvas(map.right() + 20, map.bottom() + axes.key_height() + 20);
  axes.DrawQueries(map, &canvas);
  axes.DrawKeys(map, &canvas);
  if (canvas.lost_pixels() > 0) return "lost pixels";
  return InkOutside(canvas, {{20, 0, axes.query_width(), map.bottom() + 20},
                             {map.x - 1, map.bottom() + 1, size + 2, axes.key_height()}});
}

TEST(MapAxesTest, StayInTheirPlaces) {
  for (int heads : {1, 2, 8, 64, 128}) {
    for (std::int64_t tokens : {1, 2, 7, 54, 100, 101, 999, 4096, 65536}) {
      EXPECT_EQ(Stray(heads, tokens, {}), "") << heads << " heads, " << tokens << " tokens";
    }
  }
}

TEST(MapAxesTest, StayInTheirPlacesWithTokens) {
  for (std::size_t tokens : {1, 3, 20, 54, 120}) {
    EXPECT_EQ(Stray(1, static_cast<std::int64_t>(tokens), Labels(tokens, "g")), "");
    EXPECT_EQ(Stray(1, static_cast<std::int64_t>(tokens), Labels(tokens, "a long long token")), "");
    EXPECT_EQ(Stray(4, static_cast<std::int64_t>(tokens), Labels(tokens, "of")), "");
  }
}

TEST(MapAxesTest, TokensTakeRoom) {
  const std::vector<std::string> none;
  const std::vector<std::string> some = Labels(10, "token");
  const MapGrid grid = ChooseMapGrid(1, 10, 5);
  EXPECT_GT(MapAxes(grid, some).query_width(), MapAxes(grid, none).query_width());
  EXPECT_GT(MapAxes(grid, some).key_height(), MapAxes(grid, none).key_height());
}

TEST(MapAxesTest, CountsCharactersOfLabels) {
  EXPECT_EQ(MapAxes::LabelCharacters({}), 0);
  EXPECT_EQ(MapAxes::LabelCharacters({"a", "\u00fc\u2423", "b"}), 2);
  EXPECT_EQ(MapAxes::LabelCharacters({std::string(99, 'x')}), kMostLabelCharacters);
}

}  // namespace
}  // namespace headwise
