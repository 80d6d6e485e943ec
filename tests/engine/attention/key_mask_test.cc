#include "engine/attention/key_mask.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(KeyMaskTest, WithoutCausalEveryKeyIsSeen) {
  const KeyMask mask(false, 3, 5);
  EXPECT_EQ(mask.VisibleTo(0).begin, 0);
  EXPECT_EQ(mask.VisibleTo(0).end, 5);
}

TEST(KeyMaskTest, CausalIsAlignedAtTheBottomRight) {
  const KeyMask square(true, 4, 4);
  EXPECT_EQ(square.VisibleTo(0).end, 1);
  EXPECT_EQ(square.VisibleTo(3).end, 4);
  const KeyMask with_past(true, 2, 5);
  EXPECT_EQ(with_past.VisibleTo(0).end, 4);
  EXPECT_EQ(with_past.VisibleTo(1).end, 5);
}

TEST(KeyMaskTest, MoreQueriesThanKeysLeaveTheFirstWithoutAny) {
  const KeyMask mask(true, 5, 2);
  EXPECT_EQ(mask.VisibleTo(2).end, 0);
  EXPECT_EQ(mask.VisibleTo(3).end, 1);
  EXPECT_EQ(mask.VisibleToAny(0, 3).end, 0);
}

TEST(KeyMaskTest, TilesAreCutAtTheDiagonal) {
  const KeyMask mask(true, 300, 300);
  EXPECT_EQ(mask.VisibleInTile(255, 256, 44).end, 0);
  EXPECT_EQ(mask.VisibleInTile(256, 256, 44).end, 1);
  EXPECT_EQ(mask.VisibleInTile(299, 256, 44).end, 44);
  EXPECT_EQ(mask.VisibleInTile(299, 0, 256).end, 256);
}

}  // namespace
}  // namespace headwise
