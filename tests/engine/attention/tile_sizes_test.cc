#include "engine/attention/tile_sizes.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(TileSizesTest, ATileOfKeysOrValuesTakesAtMost512KiB) {
  EXPECT_EQ(TileKeys({8, 8}), 1024);
  EXPECT_EQ(TileKeys({128, 128}), 1024);
  EXPECT_EQ(TileKeys({192, 128}), 640);
  EXPECT_EQ(TileKeys({128, 256}), 512);
  EXPECT_EQ(TileKeys({1024, 1024}), 128);
}

TEST(TileSizesTest, TheLastTileIsShorter) {
  EXPECT_EQ(TileCount({64, 64}, 0), 0);
  EXPECT_EQ(TileCount({64, 64}, 1024), 1);
  EXPECT_EQ(TileCount({64, 64}, 1025), 2);
}

}  // namespace
}  // namespace headwise
