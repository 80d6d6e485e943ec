// The same request gives the same bytes, whatever runs beside it.
#include <cstdint>
#include <string>
#include <vector>

#include "engine/attention/attention_layer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using testing::Call;
using testing::Random;

// Two sizes of heads, several tiles of keys, rows that fill no panel.
class InvarianceTest : public ::testing::Test {
 protected:
  InvarianceTest()
      : spec_(testing::MakeSpec(/*d_model=*/300, /*heads=*/6, /*kv_heads=*/2, /*head_dim=*/40)),
        weights_(testing::RandomWeights(random_, spec_)),
        input_(testing::RandomInput(random_, 2, 1133, 300)),
        neighbour_(testing::RandomInput(random_, 3, 77, 300)) {
    spec_.causal = true;
  }

  std::unique_ptr<Engine> MakeEngine(int workers, bool time_heads = true) {
    auto engine = Engine::Create({workers, time_heads});
    EXPECT_THAT(engine, testing::IsOk());
    return *std::move(engine);
  }

  std::unique_ptr<AttentionLayer> MakeLayer(Engine& engine) {
    auto layer = AttentionLayer::Create(engine, spec_, weights_);
    EXPECT_THAT(layer, testing::IsOk());
    return *std::move(layer);
  }

  AttentionRequest Request(Form form = Form::kFused) const {
    AttentionRequest request;
    request.input = input_.view();
    request.lengths = {1133, 201};
    request.form = form;
    request.outputs.head_context_heads = {0, 5};
    request.outputs.log_sum_exp = true;
    return request;
  }

  // The bytes of all outputs of `request`, run alone.
  std::string Alone(AttentionLayer& layer, const AttentionRequest& request) const {
    Call call;
    call.request = request;
    testing::Run(layer, {&call});
    EXPECT_THAT(call.task.status, testing::IsOk());
    return AllBytes(call);
  }

  static std::string AllBytes(const Call& call) {
    return testing::Bytes(call.context) + testing::Bytes(call.head_context) +
           testing::Bytes(call.log_sum_exp);
  }

  Random random_{7};
  LayerSpec spec_;
  LayerWeights weights_;
  Tensor input_;
  Tensor neighbour_;
};

TEST_F(InvarianceTest, WorkersChangeNoByte) {
  for (Form form : {Form::kFused, Form::kStacked}) {
    auto one = MakeEngine(1);
    const std::string want = Alone(*MakeLayer(*one), Request(form));
    for (int workers : {2, 4}) {
      auto engine = MakeEngine(workers);
      EXPECT_TRUE(Alone(*MakeLayer(*engine), Request(form)) == want)
          << workers << " workers, " << FormName(form);
    }
  }
}

TEST_F(InvarianceTest, BatchChangesNoByte) {
  auto engine = MakeEngine(2);
  auto layer = MakeLayer(*engine);
  ASSERT_TRUE(layer->batch_invariant());
  for (Form form : {Form::kFused, Form::kStacked}) {
    const std::string want = Alone(*layer, Request(form));
    Call before, middle, after;
    before.request.input = neighbour_.view();
    before.request.form = form;
    before.request.lengths = {5, 77, 1};
    middle.request = Request(form);
    after.request.input = neighbour_.view();
    after.request.form = form;
    testing::Run(*layer, {&before, &middle, &after});
    ASSERT_THAT(middle.task.status, testing::IsOk());
    EXPECT_EQ(middle.task.timings.batch_tasks, 3);
    EXPECT_EQ(middle.task.timings.batch_tokens, 83 + 1334 + 231);
    EXPECT_TRUE(AllBytes(middle) == want) << FormName(form);
  }
}

TEST_F(InvarianceTest, FormsInOneBatchChangeNoByte) {
  auto engine = MakeEngine(2);
  auto layer = MakeLayer(*engine);
  Call fused, stacked;
  fused.request = Request(Form::kFused);
  stacked.request = Request(Form::kStacked);
  testing::Run(*layer, {&stacked, &fused});
  EXPECT_TRUE(AllBytes(fused) == Alone(*layer, Request(Form::kFused)));
  EXPECT_TRUE(AllBytes(stacked) == Alone(*layer, Request(Form::kStacked)));
}

TEST_F(InvarianceTest, TimingHeadsChangesNoByte) {
  auto timed = MakeEngine(2, true);
  auto untimed = MakeEngine(2, false);
  EXPECT_TRUE(Alone(*MakeLayer(*timed), Request()) == Alone(*MakeLayer(*untimed), Request()));
}

TEST_F(InvarianceTest, AskingForMapsChangesNoByte) {
  auto engine = MakeEngine(2);
  auto layer = MakeLayer(*engine);
  AttentionRequest with_maps = Request();
  with_maps.outputs.probabilities.heads = {3, 1, 0};
  with_maps.outputs.probabilities.rows = {0, 332, 17};
  EXPECT_TRUE(Alone(*layer, Request()) == Alone(*layer, with_maps));
}

TEST_F(InvarianceTest, UnusedSlotsChangeNoByte) {
  auto engine = MakeEngine(2);
  auto layer = MakeLayer(*engine);
  const std::string want = Alone(*layer, Request());
  const std::int64_t first_unused = 1133 + 201;
  for (std::int64_t i = first_unused * 300; i < 2 * 1133 * 300; ++i) {
    input_.floats()[i] = std::numeric_limits<float>::quiet_NaN();
  }
  EXPECT_TRUE(Alone(*layer, Request()) == want);
}

TEST_F(InvarianceTest, SingleRowsEqualTheirRowInALargeBatch) {
  // Every row count from 1 up falls into another panel height.
  auto engine = MakeEngine(1);
  auto layer = MakeLayer(*engine);
  Random random(3);
  const Tensor row = testing::RandomInput(random, 1, 1, 300);
  AttentionRequest request;
  request.input = row.view();
  const std::string want = Alone(*layer, request);
  for (std::int64_t others : {1, 2, 5, 15, 40, 63, 64, 100}) {
    const Tensor beside = testing::RandomInput(random, 1, others, 300);
    Call neighbour, call;
    neighbour.request.input = beside.view();
    call.request = request;
    testing::Run(*layer, {&neighbour, &call});
    EXPECT_TRUE(AllBytes(call) == want) << others << " rows before";
  }
}

// More sequences than are computed at once.
TEST_F(InvarianceTest, ManyShortSequencesAreEachAsAlone) {
  auto engine = MakeEngine(2);
  auto layer = MakeLayer(*engine);
  const Tensor input = testing::RandomInput(random_, 3000, 2, 300);
  Call call;
  call.request.input = input.view();
  call.request.outputs.statistics.heads = {4};
  testing::Run(*layer, {&call});
  ASSERT_THAT(call.task.status, testing::IsOk());
  for (std::int64_t b : {0, 1, 511, 1500, 2999}) {
    Call alone;
    alone.request.input = *TensorView::Create(input.floats() + b * 600, 600 * sizeof(float),
                                              DType::kF32, *Shape::Create({1, 2, 300}));
    alone.request.outputs.statistics.heads = {4};
    testing::Run(*layer, {&alone});
    EXPECT_EQ(testing::Bytes(call.context).substr(b * 2400, 2400), testing::Bytes(alone.context));
    EXPECT_EQ(testing::Bytes(call.statistics).substr(b * 24, 24), testing::Bytes(alone.statistics));
  }
}

}  // namespace
}  // namespace headwise
