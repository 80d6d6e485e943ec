#include "engine/checkpoint/layer_spec.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

struct Pair {
  std::int64_t distance;
  std::int64_t bucket;
};

// Buckets of T5's formula, computed on their own for 32 buckets up to a distance of 128.
TEST(RelativeBiasSpecTest, BothDirections) {
  const RelativeBiasSpec bias = {32, 128, true};
  for (const Pair& pair :
       {Pair{0, 0}, {-1, 1},   {-7, 7},   {-8, 8},    {-11, 8},    {-12, 9},  {-15, 9},
        {-16, 10},  {-22, 10}, {-23, 11}, {-31, 11},  {-32, 12},   {-45, 12}, {-46, 13},
        {-64, 14},  {-90, 14}, {-91, 15}, {-128, 15}, {-1000, 15}, {1, 17},   {7, 23},
        {8, 24},    {12, 25},  {23, 27},  {64, 30},   {5000, 31}}) {
    EXPECT_EQ(bias.BucketOf(pair.distance), pair.bucket) << pair.distance;
  }
}

TEST(RelativeBiasSpecTest, KeysBeforeTheQueryOnly) {
  const RelativeBiasSpec bias = {32, 128, false};
  for (const Pair& pair : {Pair{0, 0},
                           {-1, 1},
                           {-15, 15},
                           {-16, 16},
                           {-22, 18},
                           {-23, 18},
                           {-31, 21},
                           {-45, 23},
                           {-46, 24},
                           {-63, 26},
                           {-90, 29},
                           {-127, 31},
                           {-128, 31},
                           {-1000, 31},
                           {1, 0},
                           {5000, 0}}) {
    EXPECT_EQ(bias.BucketOf(pair.distance), pair.bucket) << pair.distance;
  }
}

TEST(LayerSpecTest, WidthsThatAreNotGiven) {
  LayerSpec spec;
  spec.d_model = 10;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  EXPECT_EQ(spec.key_input_width(), 10);
  EXPECT_EQ(spec.value_input_width(), 10);
  EXPECT_EQ(spec.qkv_width(), 12 + 6 + 6);
  spec.key_d_model = 7;
  spec.value_dim = 5;
  EXPECT_EQ(spec.value_input_width(), 7);
  EXPECT_EQ(spec.value_width(), 10);
  EXPECT_EQ(spec.merged_width(), 20);
}

TEST(LayerSpecTest, ParametersCountAllThatIsRead) {
  LayerSpec spec;
  spec.d_model = 10;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 3;
  EXPECT_EQ(spec.parameters(), (12 + 6 + 6) * 10);
  spec.d_out = 8;
  spec.output_projection = spec.output_bias = spec.input_bias = spec.sinks = true;
  spec.qk_norm.kind = NormKind::kRms;
  spec.relative_bias.buckets = 32;
  EXPECT_EQ(spec.parameters(), 240 + 24 + 8 * 12 + 8 + 4 + 2 * 3 + 32 * 4);
}

}  // namespace
}  // namespace headwise
