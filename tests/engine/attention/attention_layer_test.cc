#include "engine/attention/attention_layer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>

#include "engine/attention/attend.h"
#include "engine/tensor/convert.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/oracle.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

class AttentionLayerTest : public ::testing::Test {
 protected:
  AttentionLayerTest() : engine_(*Engine::Create({/*workers=*/2})) {}

  std::unique_ptr<AttentionLayer> Make(const LayerSpec& spec) {
    weights_ = testing::RandomWeights(random_, spec);
    return MakeAgain(spec, {});
  }
  // Of the same weights.
  std::unique_ptr<AttentionLayer> MakeAgain(const LayerSpec& spec, const WeightOptions& options) {
    auto layer = AttentionLayer::Create(*engine_, spec, weights_, options);
    EXPECT_THAT(layer, IsOk());
    return *std::move(layer);
  }

  testing::Random random_{11};
  std::unique_ptr<Engine> engine_;
  LayerWeights weights_;
};

TEST_F(AttentionLayerTest, OneTokenAttendsToItself) {
  // With one key its probability is 1, so Z is V.
  LayerSpec spec = testing::MakeSpec(4, 2, 2, 3);
  spec.output_projection = spec.output_bias = false;
  spec.d_out = 6;
  auto layer = Make(spec);
  const Tensor input = testing::RandomInput(random_, 1, 1, 4);
  Call call;
  call.request.input = input.view();
  call.request.outputs.probabilities.heads = {0, 1};
  testing::Run(*layer, {&call});
  ASSERT_THAT(call.task.status, IsOk());
  for (int o = 0; o < 6; ++o) {
    double value = weights_.value_bias[o];
    for (int i = 0; i < 4; ++i) value += weights_.value[o * 4 + i] * input.floats()[i];
    EXPECT_NEAR(call.context.floats()[o], value, 1e-6);
  }
  EXPECT_EQ(call.probabilities.floats()[0], 1.0f);
  EXPECT_EQ(call.probabilities.floats()[1], 1.0f);
}

TEST_F(AttentionLayerTest, FormsAgree) {
  LayerSpec spec = testing::MakeSpec(192, 12, 12, 16);
  spec.causal = true;
  auto layer = Make(spec);
  const Tensor input = testing::RandomInput(random_, 2, 150, 192);
  Call fused, stacked;
  fused.request.input = stacked.request.input = input.view();
  stacked.request.form = Form::kStacked;
  testing::Run(*layer, {&fused, &stacked});
  float largest = 0;
  float difference = 0;
  for (std::int64_t i = 0; i < fused.context.shape().elements(); ++i) {
    largest = std::max(largest, std::fabs(fused.context.floats()[i]));
    difference =
        std::max(difference, std::fabs(fused.context.floats()[i] - stacked.context.floats()[i]));
  }
  EXPECT_LE(difference, 2e-6f * largest);
}

TEST_F(AttentionLayerTest, SingleHeadFormEqualsStackedForm) {
  auto layer = Make(testing::MakeSpec(32, 1, 1, 20));
  const Tensor input = testing::RandomInput(random_, 1, 9, 32);
  Call single, stacked;
  single.request.input = stacked.request.input = input.view();
  single.request.form = Form::kSingleHead;
  stacked.request.form = Form::kStacked;
  testing::Run(*layer, {&single, &stacked});
  ASSERT_THAT(single.task.status, IsOk());
  EXPECT_EQ(testing::Bytes(single.context), testing::Bytes(stacked.context));
}

TEST_F(AttentionLayerTest, GateOfZeroSkipsTheHead) {
  LayerSpec spec = testing::MakeSpec(48, 3, 3, 16);
  auto layer = Make(spec);
  const Tensor input = testing::RandomInput(random_, 1, 20, 48);
  Call gated;
  gated.request.input = input.view();
  gated.request.gates = {1, 0, 0.5f};
  testing::Run(*layer, {&gated});
  EXPECT_GT(gated.task.timings.head_ns[0], 0);
  EXPECT_EQ(gated.task.timings.head_ns[1], 0);
  EXPECT_GT(gated.task.timings.head_ns[2], 0);
  const testing::OracleOutput want = testing::Attend(spec, weights_, gated.request, 0);
  EXPECT_TRUE(
      testing::Compare(gated.context.floats(), want.context.data(), 20 * 48, 1e-5, 1e-4).within);
}

TEST_F(AttentionLayerTest, HeadOutputsAreUngated) {
  auto layer = Make(testing::MakeSpec(48, 3, 3, 16));
  const Tensor input = testing::RandomInput(random_, 1, 20, 48);
  Call plain, gated;
  plain.request.input = gated.request.input = input.view();
  plain.request.outputs.head_context_heads = gated.request.outputs.head_context_heads = {0, 1};
  gated.request.gates = {0, 0.5f, 1};
  testing::Run(*layer, {&plain, &gated});
  EXPECT_EQ(testing::Bytes(plain.head_context), testing::Bytes(gated.head_context));
}

TEST_F(AttentionLayerTest, RowsBeyondLengthsComeBackEmpty) {
  auto layer = Make(testing::MakeSpec(16, 2, 2, 8));
  const Tensor input = testing::RandomInput(random_, 2, 3, 16);
  Call call;
  call.request.input = input.view();
  call.request.lengths = {1, 0};
  call.request.outputs.log_sum_exp = true;
  testing::Run(*layer, {&call});
  ASSERT_THAT(call.task.status, IsOk());
  for (int i = 16; i < 2 * 3 * 16; ++i) EXPECT_EQ(call.context.floats()[i], 0.0f);
  EXPECT_TRUE(std::isfinite(call.log_sum_exp.floats()[0]));
  EXPECT_EQ(call.log_sum_exp.floats()[1], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(call.log_sum_exp.floats()[6], -std::numeric_limits<float>::infinity());
}

TEST_F(AttentionLayerTest, OnlyEmptySequencesAreFine) {
  auto layer = Make(testing::MakeSpec(16, 2, 2, 8));
  const Tensor input = testing::RandomInput(random_, 1, 3, 16);
  Call call;
  call.request.input = input.view();
  call.request.lengths = {0};
  testing::Run(*layer, {&call});
  ASSERT_THAT(call.task.status, IsOk());
  for (int i = 0; i < 3 * 16; ++i) EXPECT_EQ(call.context.floats()[i], 0.0f);
}

TEST_F(AttentionLayerTest, NarrowInputsAndOutputs) {
  auto layer = Make(testing::MakeSpec(32, 2, 2, 16));
  const Tensor wide = testing::RandomInput(random_, 1, 70, 32);
  for (DType dtype : {DType::kF16, DType::kBF16}) {
    // The same numbers as F32 and as narrow ones: only the output is rounded.
    Tensor narrow(dtype, wide.shape());
    NarrowFromFloat(dtype, wide.floats(), 70 * 32, narrow.mutable_view().data());
    Tensor widened(DType::kF32, wide.shape());
    WidenToFloat(dtype, narrow.view().data(), 70 * 32, widened.floats());
    Call from_narrow, from_wide;
    from_narrow.request.input = narrow.view();
    from_narrow.request.output_dtype = dtype;
    from_wide.request.input = widened.view();
    testing::Run(*layer, {&from_narrow, &from_wide});
    Tensor want(dtype, wide.shape());
    NarrowFromFloat(dtype, from_wide.context.floats(), 70 * 32, want.mutable_view().data());
    EXPECT_EQ(testing::Bytes(from_narrow.context), testing::Bytes(want)) << DTypeName(dtype);
  }
}

TEST_F(AttentionLayerTest, UnalignedTensorsAreFine) {
  auto layer = Make(testing::MakeSpec(32, 2, 2, 16));
  const Tensor input = testing::RandomInput(random_, 1, 70, 32);
  Call aligned;
  aligned.request.input = input.view();
  testing::Run(*layer, {&aligned});
  const std::string bytes = " " + testing::Bytes(input);
  std::string output(bytes.size(), '\0');
  AttentionRequest request;
  request.input =
      *TensorView::Create(bytes.data() + 1, bytes.size() - 1, DType::kF32, input.shape());
  AttentionTask task;
  task.request = &request;
  task.outputs.context =
      *MutableTensorView::Create(output.data() + 1, output.size() - 1, DType::kF32, input.shape());
  AttentionTask* batch[] = {&task};
  layer->Attend(batch);
  ASSERT_THAT(task.status, IsOk());
  EXPECT_EQ(output.substr(1), testing::Bytes(aligned.context));
}

TEST_F(AttentionLayerTest, StoppedTaskIsCancelledAndSparesTheOthers) {
  auto layer = Make(testing::MakeSpec(32, 2, 2, 16));
  const Tensor input = testing::RandomInput(random_, 1, 40, 32);
  Call alone, stopped, other;
  alone.request.input = stopped.request.input = other.request.input = input.view();
  testing::Run(*layer, {&alone});
  std::atomic<bool> stop{true};
  stopped.task.stop = &stop;
  testing::Run(*layer, {&stopped, &other});
  EXPECT_THAT(stopped.task.status, StatusIs(absl::StatusCode::kCancelled, HasSubstr("given up")));
  ASSERT_THAT(other.task.status, IsOk());
  EXPECT_EQ(testing::Bytes(other.context), testing::Bytes(alone.context));
}

TEST_F(AttentionLayerTest, NonFiniteInputStaysWithQueriesThatSeeIt) {
  LayerSpec spec = testing::MakeSpec(32, 2, 2, 16);
  spec.causal = true;
  auto layer = Make(spec);
  Tensor input = testing::RandomInput(random_, 2, 12, 32);
  Call clean, spoilt;
  clean.request.input = spoilt.request.input = input.view();
  testing::Run(*layer, {&clean});
  const std::string want = testing::Bytes(clean.context);
  input.floats()[7 * 32 + 3] = std::numeric_limits<float>::quiet_NaN();
  testing::Run(*layer, {&spoilt});
  const std::string got = testing::Bytes(spoilt.context);
  const std::size_t row = 32 * sizeof(float);
  EXPECT_TRUE(std::isnan(spoilt.context.floats()[7 * 32]));
  EXPECT_TRUE(std::isnan(spoilt.context.floats()[11 * 32]));
  for (int i = 0; i < 7 * 32; ++i)
    EXPECT_NEAR(spoilt.context.floats()[i], clean.context.floats()[i], 1e-5);
  EXPECT_EQ(got.substr(12 * row), want.substr(12 * row));  // the other sequence
}

TEST_F(AttentionLayerTest, EveryHeadIsTimed) {
  auto layer = Make(testing::MakeSpec(64, 8, 2, 8));
  const Tensor input = testing::RandomInput(random_, 1, 200, 64);
  Call call;
  call.request.input = input.view();
  testing::Run(*layer, {&call});
  EXPECT_EQ(call.task.timings.head_ns.size(), 8u);
  EXPECT_THAT(call.task.timings.head_ns, Each(Gt(0)));
  EXPECT_GT(call.task.timings.input_projection_ns, 0);
  EXPECT_GT(call.task.timings.attention_ns, 0);
  EXPECT_GT(call.task.timings.output_projection_ns, 0);
}

TEST_F(AttentionLayerTest, OnednnsProjectionsAnswerAsOurs) {
  LayerSpec spec = testing::MakeSpec(192, 12, 4, 16);
  spec.causal = true;
  const auto ours = Make(spec);
  const auto theirs = MakeAgain(spec, {WeightStorage::kF32, ProjectionKernels::kOnednn});
  const Tensor input = testing::RandomInput(random_, 2, 150, 192);
  Call want, got;
  want.request.input = got.request.input = input.view();
  testing::Run(*ours, {&want});
  testing::Run(*theirs, {&got});
  for (std::int64_t i = 0; i < want.context.shape().elements(); ++i) {
    ASSERT_NEAR(got.context.floats()[i], want.context.floats()[i], 1e-5) << i;
  }
}

TEST_F(AttentionLayerTest, ThreadsMayShareALayer) {
  auto layer = Make(testing::MakeSpec(32, 2, 2, 16));
  const Tensor input = testing::RandomInput(random_, 1, 65, 32);
  Call want;
  want.request.input = input.view();
  testing::Run(*layer, {&want});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 20; ++repeat) {
        Call call;
        call.request.input = input.view();
        testing::Run(*layer, {&call});
        EXPECT_EQ(testing::Bytes(call.context), testing::Bytes(want.context));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(AttentionLayerTest, AttendAnswersOneRequest) {
  auto layer = Make(testing::MakeSpec(32, 2, 2, 16));
  const Tensor input = testing::RandomInput(random_, 1, 5, 32);
  Call call;
  call.request.input = input.view();
  call.request.outputs.log_sum_exp = true;
  testing::Run(*layer, {&call});
  const absl::StatusOr<AttentionAnswer> answer = Attend(*layer, call.request);
  ASSERT_THAT(answer, IsOk());
  EXPECT_EQ(testing::Bytes(answer->context), testing::Bytes(call.context));
  EXPECT_EQ(testing::Bytes(answer->log_sum_exp), testing::Bytes(call.log_sum_exp));
  EXPECT_FALSE(answer->probabilities.present());
  call.request.gates = {1};
  EXPECT_THAT(Attend(*layer, call.request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("gates: expected")));
}

TEST_F(AttentionLayerTest, WeightsOfTheWrongSizeAreRefused) {
  const LayerSpec spec = testing::MakeSpec(32, 2, 2, 16);
  LayerWeights weights = testing::RandomWeights(random_, spec);
  weights.key.pop_back();
  EXPECT_THAT(AttentionLayer::Create(*engine_, spec, weights),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("key: expected 1024 values, got 1023")));
}

TEST_F(AttentionLayerTest, ImpossibleSpecsAreRefused) {
  LayerSpec spec = testing::MakeSpec(32, 3, 2, 16);
  EXPECT_THAT(AttentionLayer::Create(*engine_, spec, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("kv_heads dividing heads")));
  spec = testing::MakeSpec(32, 2, 2, 16);
  spec.scale = 0;
  EXPECT_THAT(AttentionLayer::Create(*engine_, spec, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("scale: expected")));
}

TEST(EngineTest, RefusesAbsurdNumbersOfWorkers) {
  EXPECT_THAT(Engine::Create({-1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got -1")));
  EXPECT_THAT(Engine::Create({5000}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got 5000")));
}

}  // namespace
}  // namespace headwise
