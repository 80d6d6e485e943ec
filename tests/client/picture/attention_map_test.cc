#include "client/picture/attention_map.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(MapBinsTest, CutTokensIntoCells) {
  const MapBins bins{7, 3};
  EXPECT_EQ(bins.cells(), 3);
  EXPECT_EQ(bins.CellOf(5), 1);
  EXPECT_THAT(bins.MiddleTokens(), ElementsAre(1, 4, 6));
  EXPECT_THAT((MapBins{2, 1}.MiddleTokens()), ElementsAre(0, 1));
}

TEST(MapBinsTest, EveryCellHasItsMiddleToken) {
  for (std::int64_t tokens = 1; tokens < 60; ++tokens) {
    for (std::int64_t per_cell = 1; per_cell <= tokens; ++per_cell) {
      const MapBins bins{tokens, per_cell};
      const auto middle = bins.MiddleTokens();
      ASSERT_EQ(static_cast<int>(middle.size()), bins.cells());
      for (int cell = 0; cell < bins.cells(); ++cell) EXPECT_EQ(bins.CellOf(middle[cell]), cell);
      EXPECT_LT(middle.back(), tokens);
    }
  }
}

TEST(AttentionMapTest, HoldsOneTokenACell) {
  AttentionMap map({2, 1}, false);
  map.AddRow(0, {0.25f, 0.75f});
  map.AddRow(1, {1, 0});
  EXPECT_THAT(map.Mean(0, 1), Optional(0.75f));
  EXPECT_THAT(map.Mean(1, 1), Optional(0.0f));  // zero, but not hidden
  EXPECT_THAT(map.Means(), ElementsAre(0.25f, 0.75f, 1, 0));
  EXPECT_FALSE(map.hides());
}

TEST(AttentionMapTest, CausalMapsHideLaterKeys) {
  AttentionMap map({2, 1}, true);
  map.AddRow(0, {1, 0});
  map.AddRow(1, {0.5f, 0.5f});
  EXPECT_EQ(map.Mean(0, 1), std::nullopt);
  EXPECT_THAT(map.Means(), ElementsAre(1, 0.5f, 0.5f));
  EXPECT_TRUE(map.hides());
  EXPECT_FALSE(AttentionMap({1, 1}, true).hides());
}

TEST(AttentionMapTest, WindowsHideEarlierKeys) {
  AttentionMap map({3, 1}, true, 2);
  map.AddRow(2, {9, 0.25f, 0.75f});
  EXPECT_EQ(map.Mean(2, 0), std::nullopt);
  EXPECT_THAT(map.Means(), ElementsAre(0.25f, 0.75f));
  EXPECT_TRUE(AttentionMap({3, 1}, false, 2).hides());
  EXPECT_FALSE(AttentionMap({3, 1}, false, 3).hides());
}

// Three tokens, two a cell: the mean is over the pairs that are visible.
TEST(AttentionMapTest, AveragesVisiblePairs) {
  AttentionMap map({3, 2}, true);
  map.AddRow(0, {1, 9, 9});
  map.AddRow(1, {0.25f, 0.25f, 9});
  map.AddRow(2, {0.125f, 0.375f, 0.5f});
  EXPECT_THAT(map.Mean(0, 0), Optional(0.5f));
  EXPECT_EQ(map.Mean(0, 1), std::nullopt);
  EXPECT_THAT(map.Mean(1, 0), Optional(0.25f));
  EXPECT_THAT(map.Mean(1, 1), Optional(0.5f));
}

TEST(AttentionMapTest, IgnoresPadding) {
  AttentionMap map({1, 1}, false);
  map.AddRow(0, {0.5f, 7, 7});
  EXPECT_THAT(map.Means(), ElementsAre(0.5f));
}

}  // namespace
}  // namespace headwise
