#include "engine/attention/merge_partial.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/attention/attend.h"
#include "engine/attention/attention_core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

constexpr float kNothing = -std::numeric_limits<float>::infinity();

// Keys first..first+count-1 of a tensor [1,heads,T,width].
Tensor Keys(const Tensor& all, std::int64_t first, std::int64_t count) {
  const Shape& shape = all.shape();
  Tensor part(DType::kF32, *Shape::Create({1, shape.dim(1), count, shape.dim(3)}));
  for (std::int64_t h = 0; h < shape.dim(1); ++h) {
    std::copy_n(all.floats() + (h * shape.dim(2) + first) * shape.dim(3), count * shape.dim(3),
                part.floats() + h * count * shape.dim(3));
  }
  return part;
}

class MergePartialTest : public ::testing::Test {
 protected:
  MergePartialTest() {
    CoreOptions options;
    options.heads = 4;
    options.kv_heads = 2;
    options.head_dim = 16;
    options.value_dim = 24;
    layer_ = *AttentionLayer::Create(*engine_, *CoreSpec(options), {});
  }

  Tensor Random(std::int64_t heads, std::int64_t tokens, std::int64_t width) {
    Tensor tensor(DType::kF32, *Shape::Create({1, heads, tokens, width}));
    const auto values = testing::RandomFloats(random_, tensor.shape().elements(), 1.0f);
    std::copy(values.begin(), values.end(), tensor.floats());
    return tensor;
  }

  AttentionAnswer Ask(const Tensor& q, const Tensor& k, const Tensor& v) {
    AttentionRequest request;
    request.input = q.view();
    request.key_input = k.view();
    request.value_input = v.view();
    request.outputs.context = false;
    request.outputs.log_sum_exp = true;
    request.outputs.head_context_heads = {0, 1, 2, 3};
    auto answer = Attend(*layer_, request);
    EXPECT_THAT(answer, testing::IsOk());
    return *std::move(answer);
  }

  testing::Random random_{3};
  std::unique_ptr<Engine> engine_ = *Engine::Create({/*workers=*/1});
  std::unique_ptr<AttentionLayer> layer_;
};

TEST_F(MergePartialTest, PartsOfTheKeysGiveTheWhole) {
  const Tensor q = Random(4, 7, 16);
  const Tensor k = Random(2, 300, 16);
  const Tensor v = Random(2, 300, 24);
  const AttentionAnswer whole = Ask(q, k, v);
  const AttentionAnswer a = Ask(q, Keys(k, 0, 10), Keys(v, 0, 10));
  const AttentionAnswer b = Ask(q, Keys(k, 10, 250), Keys(v, 10, 250));
  const AttentionAnswer c = Ask(q, Keys(k, 260, 40), Keys(v, 260, 40));
  Tensor context(DType::kF32, whole.head_context.shape());
  Tensor lse(DType::kF32, whole.log_sum_exp.shape());
  const PartialAttention parts[] = {{a.head_context.view(), a.log_sum_exp.view()},
                                    {b.head_context.view(), b.log_sum_exp.view()},
                                    {c.head_context.view(), c.log_sum_exp.view()}};
  ASSERT_THAT(MergePartial(parts, context.mutable_view(), lse.mutable_view()), testing::IsOk());
  for (std::int64_t i = 0; i < context.shape().elements(); ++i) {
    ASSERT_NEAR(context.floats()[i], whole.head_context.floats()[i], 2e-6) << i;
  }
  for (std::int64_t i = 0; i < lse.shape().elements(); ++i) {
    ASSERT_NEAR(lse.floats()[i], whole.log_sum_exp.floats()[i], 2e-6) << i;
  }
}

TEST_F(MergePartialTest, APartThatSawNothingDoesNotCount) {
  Tensor empty(DType::kF32, *Shape::Create({1, 2}));
  Tensor full(DType::kF32, *Shape::Create({1, 2}));
  Tensor empty_lse(DType::kF32, *Shape::Create({1}));
  Tensor full_lse(DType::kF32, *Shape::Create({1}));
  empty.floats()[0] = empty.floats()[1] = std::numeric_limits<float>::quiet_NaN();
  empty_lse.floats()[0] = kNothing;
  full.floats()[0] = 3;
  full.floats()[1] = -4;
  full_lse.floats()[0] = 90;
  const PartialAttention parts[] = {{empty.view(), empty_lse.view()},
                                    {full.view(), full_lse.view()}};
  // In place of a part.
  ASSERT_THAT(MergePartial(parts, full.mutable_view(), full_lse.mutable_view()), testing::IsOk());
  EXPECT_EQ(full.floats()[0], 3);
  EXPECT_EQ(full.floats()[1], -4);
  EXPECT_EQ(full_lse.floats()[0], 90);
  ASSERT_THAT(MergePartial({parts, 1}, full.mutable_view(), full_lse.mutable_view()),
              testing::IsOk());
  EXPECT_EQ(full.floats()[0], 0);
  EXPECT_EQ(full_lse.floats()[0], kNothing);
}

TEST_F(MergePartialTest, RefusesWhatDoesNotFit) {
  Tensor context(DType::kF32, *Shape::Create({2, 3}));
  Tensor lse(DType::kF32, *Shape::Create({2}));
  Tensor other(DType::kF32, *Shape::Create({3}));
  const PartialAttention good[] = {{context.view(), lse.view()}};
  const PartialAttention bad[] = {{context.view(), other.view()}};
  EXPECT_THAT(MergePartial({}, context.mutable_view(), lse.mutable_view()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("parts: expected at least")));
  EXPECT_THAT(MergePartial(bad, context.mutable_view(), lse.mutable_view()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("parts[0].log_sum_exp")));
  EXPECT_THAT(MergePartial(good, context.mutable_view(), other.mutable_view()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("log_sum_exp: expected F32")));
}

}  // namespace
}  // namespace headwise
