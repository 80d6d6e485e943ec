#include "engine/attention/attention_request.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

LayerSpec Spec() {
  LayerSpec spec;
  spec.d_model = 6;
  spec.heads = spec.kv_heads = 3;
  spec.head_dim = 2;
  spec.d_out = 5;
  spec.output_projection = true;
  return spec;
}

struct BadRequest {
  std::string text;  // part of the message: field, expected, actual
  std::function<void(AttentionRequest&)> spoil;
};

class BadRequestTest : public ::testing::TestWithParam<BadRequest> {};

TEST_P(BadRequestTest, IsRefusedByName) {
  const Tensor input(DType::kF32, *Shape::Create({2, 4, 6}));
  AttentionRequest request;
  request.input = input.view();
  GetParam().spoil(request);
  EXPECT_THAT(ValidateRequest(Spec(), request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(GetParam().text)));
}

TensorView ViewOf(std::vector<std::int64_t> dims, DType dtype = DType::kF32) {
  static std::vector<std::byte> zeros(4096);
  const Shape shape = *Shape::Create(dims);
  return *TensorView::Create(zeros.data(), shape.elements() * ByteWidth(dtype), dtype, shape);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadRequestTest,
    ::testing::Values(
        BadRequest{"input: expected a tensor [B,T,6], got none", [](auto& r) { r.input = {}; }},
        BadRequest{"input.dtype: expected F32, F16 or BF16, got I32",
                   [](auto& r) {
                     r.input = ViewOf({1, 2, 6}, DType::kI32);
                   }},
        BadRequest{"input.shape: expected [B,T,6], got [2,6]",
                   [](auto& r) {
                     r.input = ViewOf({2, 6});
                   }},
        BadRequest{"input.shape: expected a last dimension of 6 (the layer's d_model), got 7",
                   [](auto& r) {
                     r.input = ViewOf({1, 2, 7});
                   }},
        BadRequest{"input.shape: expected at least one sequence and one token, got [0,4,6]",
                   [](auto& r) {
                     r.input = ViewOf({0, 4, 6});
                   }},
        BadRequest{"input.shape: expected at least one sequence and one token, got [2,0,6]",
                   [](auto& r) {
                     r.input = ViewOf({2, 0, 6});
                   }},
        BadRequest{"lengths: expected one value for each of the 2 sequences, got 3",
                   [](auto& r) {
                     r.lengths = {1, 2, 3};
                   }},
        BadRequest{"lengths[1]: expected 0 to 4, got 5",
                   [](auto& r) {
                     r.lengths = {4, 5};
                   }},
        BadRequest{"lengths[0]: expected 0 to 4, got -1",
                   [](auto& r) {
                     r.lengths = {-1, 2};
                   }},
        BadRequest{"gates: expected one factor for each of the 3 heads, got 2",
                   [](auto& r) {
                     r.gates = {1, 1};
                   }},
        BadRequest{"gates[2]: expected a finite factor, got nan",
                   [](auto& r) {
                     r.gates = {1, 1, std::numeric_limits<float>::quiet_NaN()};
                   }},
        BadRequest{"form: expected fused or stacked for a layer of 3 heads, got single_head",
                   [](auto& r) { r.form = Form::kSingleHead; }},
        BadRequest{"output_dtype: expected F32, F16 or BF16, got F64",
                   [](auto& r) { r.output_dtype = DType::kF64; }},
        BadRequest{"outputs.head_context.heads[1]: expected 0 to 2, got 3",
                   [](auto& r) {
                     r.outputs.head_context_heads = {0, 3};
                   }},
        BadRequest{"outputs.head_context.heads[2]: expected each value once, got 1 again",
                   [](auto& r) {
                     r.outputs.head_context_heads = {1, 0, 1};
                   }},
        BadRequest{"outputs.probabilities.heads.heads[0]: expected 0 to 2, got -1",
                   [](auto& r) { r.outputs.probabilities.heads = {-1}; }},
        BadRequest{"outputs.probabilities.heads: expected at least one head",
                   [](auto& r) { r.outputs.probabilities.rows = {0}; }},
        BadRequest{"outputs.probabilities.rows[0]: expected 0 to 3, got 4",
                   [](auto& r) {
                     r.outputs.probabilities.heads = {0};
                     r.outputs.probabilities.rows = {4};
                   }},
        BadRequest{"outputs.probabilities.rows[1]: expected each value once, got 2 again",
                   [](auto& r) {
                     r.outputs.probabilities.heads = {0};
                     r.outputs.probabilities.rows = {2, 2};
                   }}));

TEST(ValidateRequestTest, GivesTheShapesOfWhatIsWanted) {
  AttentionRequest request;
  request.input = ViewOf({2, 4, 6});
  request.outputs.head_context_heads = {2, 0};
  request.outputs.log_sum_exp = true;
  request.outputs.probabilities.heads = {1};
  request.outputs.probabilities.rows = {3, 0, 1};
  const absl::StatusOr<OutputShapes> shapes = ValidateRequest(Spec(), request);
  ASSERT_THAT(shapes, testing::IsOk());
  EXPECT_EQ(shapes->context->ToString(), "[2,4,5]");
  EXPECT_EQ(shapes->head_context->ToString(), "[2,2,4,2]");
  EXPECT_EQ(shapes->log_sum_exp->ToString(), "[2,3,4]");
  EXPECT_EQ(shapes->probabilities->ToString(), "[2,1,3,4]");
}

TEST(ValidateRequestTest, ByDefaultOnlyContextIsWanted) {
  AttentionRequest request;
  request.input = ViewOf({1, 1, 6}, DType::kBF16);
  const absl::StatusOr<OutputShapes> shapes = ValidateRequest(Spec(), request);
  ASSERT_THAT(shapes, testing::IsOk());
  EXPECT_TRUE(shapes->context.has_value());
  EXPECT_FALSE(shapes->head_context || shapes->log_sum_exp || shapes->probabilities);
}

TEST(ValidateRequestTest, SingleHeadFitsALayerOfOneHead) {
  LayerSpec spec = Spec();
  spec.heads = spec.kv_heads = 1;
  AttentionRequest request;
  request.input = ViewOf({1, 2, 6});
  request.form = Form::kSingleHead;
  EXPECT_THAT(ValidateRequest(spec, request), testing::IsOk());
}

}  // namespace
}  // namespace headwise
