// With every option: the same bytes alone, in a batch, and on any number of workers.
#include <string>

#include "engine/attention/attention_layer.h"
#include "gtest/gtest.h"
#include "tests/support/random_case.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using testing::Random;

std::string AllBytes(const Call& call) {
  std::string bytes;
  for (const Tensor* tensor :
       {&call.context, &call.head_context, &call.contributions, &call.log_sum_exp,
        &call.probabilities, &call.scores, &call.top_keys, &call.top_weights, &call.statistics}) {
    bytes += testing::Bytes(*tensor) + "|";
  }
  return bytes;
}

class OptionsInvarianceTest : public ::testing::TestWithParam<int> {
 protected:
  std::unique_ptr<AttentionLayer> Make(Engine& engine) {
    auto layer = AttentionLayer::Create(engine, spec_, weights_);
    EXPECT_THAT(layer, testing::IsOk());
    return *std::move(layer);
  }

  std::string Alone(AttentionLayer& layer, const AttentionRequest& request) {
    Call call;
    call.request = request;
    testing::Run(layer, {&call});
    EXPECT_THAT(call.task.status, testing::IsOk());
    return AllBytes(call);
  }

  Random random_{static_cast<Random::result_type>(77 + GetParam())};
  LayerSpec spec_ = testing::PickSpec(random_);
  LayerWeights weights_ = testing::RandomWeights(random_, spec_);
};

TEST_P(OptionsInvarianceTest, BytesDependOnTheRequestAlone) {
  testing::RandomRequest picked[4];
  for (testing::RandomRequest& one : picked) testing::PickRequest(random_, spec_, one);
  if (spec_.input_projection) picked[2].request.form = Form::kStacked;
  const std::unique_ptr<Engine> engines[] = {*Engine::Create({1}), *Engine::Create({2}),
                                             *Engine::Create({5})};
  std::string want[4];
  for (const std::unique_ptr<Engine>& engine : engines) {
    auto layer = Make(*engine);
    ASSERT_TRUE(layer->batch_invariant());
    Call batched[4];
    for (int i = 0; i < 4; ++i) batched[i].request = picked[i].request;
    testing::Run(*layer, {&batched[0], &batched[1], &batched[2], &batched[3]});
    for (int i = 0; i < 4; ++i) {
      if (want[i].empty()) want[i] = Alone(*layer, picked[i].request);
      EXPECT_EQ(Alone(*layer, picked[i].request), want[i]) << "alone " << i;
      EXPECT_EQ(AllBytes(batched[i]), want[i]) << "in a batch " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OptionsInvarianceTest, ::testing::Range(0, 24));

}  // namespace
}  // namespace headwise
