#include "client/command/flops.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(VisiblePairsTest, AllWithoutAMask) { EXPECT_EQ(VisiblePairs(3, 5, false), 15); }

TEST(VisiblePairsTest, CausalIsATriangle) {
  EXPECT_EQ(VisiblePairs(1, 1, true), 1);
  EXPECT_EQ(VisiblePairs(4, 4, true), 1 + 2 + 3 + 4);
}

TEST(VisiblePairsTest, CausalAlignsTheLastQueryWithTheLastKey) {
  EXPECT_EQ(VisiblePairs(2, 5, true), 4 + 5);
  EXPECT_EQ(VisiblePairs(4, 2, true), 0 + 0 + 1 + 2);
}

TEST(VisiblePairsTest, WindowsHideEarlierKeys) {
  EXPECT_EQ(VisiblePairs(4, 4, true, 2), 1 + 2 + 2 + 2);
  EXPECT_EQ(VisiblePairs(4, 4, true, 9), 1 + 2 + 3 + 4);
  EXPECT_EQ(VisiblePairs(2, 5, true, 3), 3 + 3);
  EXPECT_EQ(VisiblePairs(3, 3, false, 1), 3 + 2 + 1);
}

TEST(VisiblePairsTest, OfNoTokens) {
  EXPECT_EQ(VisiblePairs(0, 0, true), 0);
  EXPECT_EQ(VisiblePairs(0, 0, false), 0);
}

LayerSpec Spec() {
  LayerSpec spec;
  spec.d_model = 10;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  spec.d_out = 7;
  spec.output_projection = true;
  return spec;
}

TEST(ProjectionFlopsTest, CountsAMultiplicationAndAnAdditionPerWeight) {
  // Q 10x12, K and V 10x6 each, output 12x7; five rows.
  EXPECT_EQ(ProjectionFlops(Spec(), {5, 5}), 2 * 5 * (120 + 60 + 60 + 84));
}

TEST(ProjectionFlopsTest, WithoutOutputProjection) {
  LayerSpec spec = Spec();
  spec.output_projection = false;
  EXPECT_EQ(ProjectionFlops(spec, {1, 1}), 2 * 240);
}

TEST(ProjectionFlopsTest, CrossAttentionProjectsItsOwnKeys) {
  LayerSpec spec = Spec();
  spec.key_d_model = 8;
  spec.value_d_model = 9;
  spec.value_dim = 5;
  // Q 10x12 and output 20x7 for two rows; K 8x6 and V 9x10 for three.
  EXPECT_EQ(ProjectionFlops(spec, {2, 3}), 2 * (2 * (120 + 140) + 3 * (48 + 90)));
}

TEST(AttentionFlopsTest, CountsTheWidthOfValues) {
  LayerSpec spec = Spec();
  spec.value_dim = 5;
  EXPECT_EQ(AttentionFlops(spec, 10), 2 * 10 * 4 * (3 + 5));
}

TEST(AttentionFlopsTest, CountsScoresAndWeightedSumOfAllHeads) {
  EXPECT_EQ(AttentionFlops(Spec(), 10), 4 * 10 * 3 * 4);
}

}  // namespace
}  // namespace headwise
