#include "server/convert/model_info.h"

#include "gtest/gtest.h"
#include "tests/server/convert/request_builder.h"

namespace headwise::testing {
namespace {

TEST(ModelInfoTest, FlopsCountWhatIsUseful) {
  const v1::LayerInfo info = LayerToProto(TestSpec());
  // Q of 12 columns, K and V of 6 each, over D = 8; the merge of 12 x 10.
  EXPECT_EQ(info.projection_flops_per_token(), 2 * (8 * (12 + 6 + 6) + 12 * 10));
  EXPECT_EQ(info.attention_flops_per_pair(), 4 * 3 * 4);
  EXPECT_EQ(info.heads(), 4);
  EXPECT_EQ(info.kv_heads(), 2);
  EXPECT_EQ(info.parameters(), TestSpec().parameters());
}

TEST(ModelInfoTest, WithoutAnOutputProjection) {
  LayerSpec spec = TestSpec();
  spec.output_projection = false;
  EXPECT_EQ(LayerToProto(spec).projection_flops_per_token(), 2 * 8 * 24);
}

TEST(ModelInfoTest, AModelThatLoadsHasANameAndAState) {
  const v1::GetModelResponse model = ModelToProto("demo", nullptr);
  EXPECT_EQ(model.name(), "demo");
  EXPECT_EQ(model.state(), v1::MODEL_STATE_LOADING);
  EXPECT_EQ(model.layers_size(), 0);
  EXPECT_EQ(SummaryToProto("demo", nullptr).state(), v1::MODEL_STATE_LOADING);
}

}  // namespace
}  // namespace headwise::testing
