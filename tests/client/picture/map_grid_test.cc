#include "client/picture/map_grid.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(MapGridTest, FillsRows) {
  EXPECT_EQ(ChooseMapGrid(8, 54, 0).columns, 4);
  EXPECT_EQ(ChooseMapGrid(8, 54, 0).rows, 2);
  EXPECT_EQ(ChooseMapGrid(12, 54, 0).columns, 4);
  EXPECT_EQ(ChooseMapGrid(64, 54, 0).columns, 8);
  EXPECT_EQ(ChooseMapGrid(1, 54, 0).columns, 1);
  EXPECT_EQ(ChooseMapGrid(7, 54, 0).columns, 3);
}

TEST(MapGridTest, EveryHeadHasAPlace) {
  for (int heads = 1; heads <= kMostMaps; ++heads) {
    const MapGrid grid = ChooseMapGrid(heads, 100, 0);
    EXPECT_GE(grid.columns * grid.rows, heads);
    EXPECT_LT(grid.columns * (grid.rows - 1), heads);
  }
}

TEST(MapGridTest, OneHeadIsLarge) {
  const MapGrid alone = ChooseMapGrid(1, 54, 0);
  EXPECT_EQ(alone.cell, 20);
  EXPECT_EQ(alone.map_size(), 1080);
  EXPECT_EQ(ChooseMapGrid(8, 54, 0).cell, 5);
}

TEST(MapGridTest, TokensShareCellsWhenThereAreMany) {
  const MapGrid grid = ChooseMapGrid(8, 1000, 0);
  EXPECT_GT(grid.bins.per_cell, 1);
  EXPECT_EQ(grid.cell, 1);
  EXPECT_EQ(ChooseMapGrid(1, 1000, 0).bins.per_cell, 1);
}

TEST(MapGridTest, WritesTokensWhereTheyFit) {
  EXPECT_EQ(ChooseMapGrid(1, 54, 1).label_scale, 2);
  EXPECT_EQ(ChooseMapGrid(1, 140, 1).label_scale, 1);
  EXPECT_EQ(ChooseMapGrid(1, 1000, 1).label_scale, 0);
  EXPECT_EQ(ChooseMapGrid(8, 54, 1).label_scale, 0);
  EXPECT_EQ(ChooseMapGrid(8, 10, 14).label_scale, 2);
  EXPECT_EQ(ChooseMapGrid(8, 10, 0).label_scale, 0);
}

TEST(MapGridTest, NumbersStandBelowTheLowestMaps) {
  const MapGrid grid = ChooseMapGrid(7, 10, 0);  // 3 + 3 + 1
  EXPECT_FALSE(grid.HasKeyAxis(0, 7));
  EXPECT_TRUE(grid.HasKeyAxis(1, 7));
  EXPECT_TRUE(grid.HasKeyAxis(2, 7));
  EXPECT_FALSE(ChooseMapGrid(8, 10, 0).HasKeyAxis(0, 8));
}

}  // namespace
}  // namespace headwise
