#include "engine/attention/key_mask.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(KeyMaskTest, WithoutCausalEveryKeyIsSeen) {
  const KeyMask mask(false, 0, 2, 5);
  EXPECT_EQ(mask.VisibleTo(0).begin, 0);
  EXPECT_EQ(mask.VisibleTo(0).end, 5);
}

TEST(KeyMaskTest, CausalIsAlignedAtTheBottomRight) {
  const KeyMask square(true, 0, 0, 4);
  EXPECT_EQ(square.VisibleTo(0).end, 1);
  EXPECT_EQ(square.VisibleTo(3).end, 4);
  const KeyMask with_past(true, 0, 3, 5);
  EXPECT_EQ(with_past.VisibleTo(0).end, 4);
  EXPECT_EQ(with_past.VisibleTo(1).end, 5);
}

TEST(KeyMaskTest, MoreQueriesThanKeysLeaveTheFirstWithoutAny) {
  const KeyMask mask(true, 0, -3, 2);
  EXPECT_EQ(mask.VisibleTo(2).end, 0);
  EXPECT_EQ(mask.VisibleTo(3).end, 1);
  EXPECT_EQ(mask.VisibleToAny(0, 3).end, 0);
}

TEST(KeyMaskTest, TilesAreCutAtTheDiagonal) {
  const KeyMask mask(true, 0, 0, 300);
  EXPECT_EQ(mask.VisibleInTile(255, 256, 44).end, 0);
  EXPECT_EQ(mask.VisibleInTile(256, 256, 44).end, 1);
  EXPECT_EQ(mask.VisibleInTile(299, 256, 44).end, 44);
  EXPECT_EQ(mask.VisibleInTile(299, 0, 256).end, 256);
}

TEST(KeyMaskTest, AWindowCountsTheQueryItself) {
  const KeyMask causal(true, 3, 0, 10);
  EXPECT_EQ(causal.VisibleTo(0).begin, 0);
  EXPECT_EQ(causal.VisibleTo(5).begin, 3);
  EXPECT_EQ(causal.VisibleTo(5).end, 6);
  const KeyMask both_ways(false, 3, 0, 10);
  EXPECT_EQ(both_ways.VisibleTo(5).begin, 3);
  EXPECT_EQ(both_ways.VisibleTo(5).end, 10);
}

TEST(KeyMaskTest, AWindowIsAlignedAtTheBottomRight) {
  const KeyMask mask(true, 2, 5, 7);  // 2 queries, 7 keys
  EXPECT_EQ(mask.VisibleTo(0).begin, 4);
  EXPECT_EQ(mask.VisibleTo(0).end, 6);
  EXPECT_EQ(mask.VisibleToAny(0, 2).begin, 4);
  EXPECT_EQ(mask.VisibleToAny(0, 2).end, 7);
}

TEST(KeyMaskTest, AWindowBeyondShortKeysShowsNone) {
  const KeyMask mask(true, 2, 0, 3);  // 9 queries and keys, of which 3 are there
  EXPECT_EQ(mask.VisibleTo(8).begin, mask.VisibleTo(8).end);
  EXPECT_EQ(mask.VisibleInTile(8, 0, 3).begin, mask.VisibleInTile(8, 0, 3).end);
}

}  // namespace
}  // namespace headwise
