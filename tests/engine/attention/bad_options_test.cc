// Options and inputs that do not fit are refused by name.
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "engine/attention/attention_core.h"
#include "engine/attention/attention_request.h"
#include "engine/tensor/tensor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

// Never read.
TensorView View(std::vector<std::int64_t> dims, DType dtype = DType::kF32) {
  static const std::byte bytes[1 << 14] = {};
  const Shape shape = *Shape::Create(dims);
  return *TensorView::Create(bytes, shape.elements() * ByteWidth(dtype), dtype, shape);
}

// Two sequences of 4 tokens, 5 keys where they come from another input.
LayerSpec SelfSpec() {
  LayerSpec spec;
  spec.d_model = 6;
  spec.heads = 4;
  spec.kv_heads = 2;
  spec.head_dim = 2;
  spec.d_out = 5;
  spec.output_projection = true;
  return spec;
}

LayerSpec RopeSpecOf() {
  LayerSpec spec = SelfSpec();
  spec.rope.dims = 2;
  return spec;
}

LayerSpec CrossSpec() {
  LayerSpec spec = SelfSpec();
  spec.cross = true;
  spec.key_d_model = 7;
  spec.value_d_model = 8;
  return spec;
}

LayerSpec Core() {
  CoreOptions options;
  options.heads = 4;
  options.kv_heads = 2;
  options.head_dim = 2;
  options.value_dim = 3;
  return *CoreSpec(options);
}

AttentionRequest RequestFor(const LayerSpec& spec) {
  AttentionRequest request;
  if (!spec.input_projection) {
    request.input = View({2, 4, 4, 2});
    request.key_input = View({2, 2, 5, 2});
    request.value_input = View({2, 2, 5, 3});
    request.outputs.context = false;
    request.outputs.head_context_heads = {0};
    return request;
  }
  request.input = View({2, 4, 6});
  if (spec.cross) {
    request.key_input = View({2, 5, 7});
    request.value_input = View({2, 5, 8});
  }
  return request;
}

struct BadOption {
  LayerSpec (*spec)();
  std::string text;  // part of the message: field, expected, actual
  std::function<void(AttentionRequest&)> spoil;
};

class BadOptionTest : public ::testing::TestWithParam<BadOption> {};

TEST_P(BadOptionTest, IsRefusedByName) {
  const LayerSpec spec = GetParam().spec();
  AttentionRequest request = RequestFor(spec);
  ASSERT_THAT(ValidateRequest(spec, request), testing::IsOk());
  GetParam().spoil(request);
  EXPECT_THAT(ValidateRequest(spec, request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(GetParam().text)));
}

constexpr auto kAttend = MaskMeaning::kAttendWhereTrue;
constexpr auto kAdded = MaskMeaning::kAddedToScores;

INSTANTIATE_TEST_SUITE_P(
    Inputs, BadOptionTest,
    ::testing::Values(
        BadOption{SelfSpec, "value_input: expected none without key_input",
                  [](auto& r) {
                    r.value_input = View({2, 5, 6});
                  }},
        BadOption{RopeSpecOf, "key_input: expected none, as this layer has a rotary embedding",
                  [](auto& r) {
                    r.key_input = View({2, 5, 6});
                  }},
        BadOption{CrossSpec, "key_input: expected [B,Tk,7] for a cross-attention layer, got none",
                  [](auto& r) { r.key_input = {}; }},
        BadOption{CrossSpec, "key_input.shape: expected a last dimension of 7",
                  [](auto& r) {
                    r.key_input = View({2, 5, 6});
                  }},
        BadOption{CrossSpec,
                  "key_input.shape: expected dimension 0 of 2 (the sequences of input), got 3",
                  [](auto& r) {
                    r.key_input = View({3, 5, 7});
                  }},
        BadOption{CrossSpec, "key_input.dtype: expected F32, F16 or BF16, got BOOL",
                  [](auto& r) {
                    r.key_input = View({2, 5, 7}, DType::kBool);
                  }},
        BadOption{CrossSpec, "value_input: expected [B,Tk,8]", [](auto& r) { r.value_input = {}; }},
        BadOption{CrossSpec,
                  "value_input.shape: expected dimension 1 of 5 (the keys of key_input), got 4",
                  [](auto& r) {
                    r.value_input = View({2, 4, 8});
                  }},
        BadOption{Core, "queries: expected a tensor [B,4,T,2], got none",
                  [](auto& r) { r.input = {}; }},
        BadOption{Core, "keys.shape: expected [B,2,T,2], got [2,5,2]",
                  [](auto& r) {
                    r.key_input = View({2, 5, 2});
                  }},
        BadOption{Core, "values.shape: expected [B,2,T,3], got [2,2,5,4]",
                  [](auto& r) {
                    r.value_input = View({2, 2, 5, 4});
                  }},
        BadOption{Core, "values.shape: expected dimension 2 of 5 (the keys), got 4",
                  [](auto& r) {
                    r.value_input = View({2, 2, 4, 3});
                  }},
        BadOption{Core, "form: expected fused, the only one without projections, got stacked",
                  [](auto& r) { r.form = Form::kStacked; }},
        BadOption{Core, "outputs.context: expected not to be asked for",
                  [](auto& r) { r.outputs.context = true; }},
        BadOption{Core, "outputs.contributions: expected not to be asked for",
                  [](auto& r) { r.outputs.contribution_heads = {1}; }}));

INSTANTIATE_TEST_SUITE_P(
    Options, BadOptionTest,
    ::testing::Values(
        BadOption{CrossSpec, "lengths: expected none, as keys come from another input",
                  [](auto& r) {
                    r.lengths = {1, 2};
                  }},
        BadOption{SelfSpec, "key_lengths: expected none without key_input",
                  [](auto& r) {
                    r.key_lengths = {1, 2};
                  }},
        BadOption{CrossSpec, "key_lengths[1]: expected 0 to 5, got 6",
                  [](auto& r) {
                    r.key_lengths = {0, 6};
                  }},
        BadOption{CrossSpec, "key_lengths: expected one value for each of the 2 sequences, got 1",
                  [](auto& r) { r.key_lengths = {1}; }},
        BadOption{SelfSpec, "positions: expected none, as this layer has no rotary embedding",
                  [](auto& r) { r.positions = {1}; }},
        BadOption{RopeSpecOf, "positions: expected one value for each of the 8 tokens (B*T), got 4",
                  [](auto& r) {
                    r.positions = {0, 1, 2, 3};
                  }},
        BadOption{RopeSpecOf, "positions[2]: expected 0 to 16777215, got -1",
                  [](auto& r) { r.positions = {0, 1, -1, 3, 0, 1, 2, 3}; }},
        BadOption{SelfSpec, "masks[0].values: expected a tensor [B,H,T,Tk], got none",
                  [](auto& r) {
                    r.masks = {{{}, kAttend}};
                  }},
        BadOption{SelfSpec, "masks[0].values.dtype: expected BOOL for a mask of true and false",
                  [](auto& r) {
                    r.masks = {{View({1, 1, 4, 4}), kAttend}};
                  }},
        BadOption{SelfSpec, "masks[0].values.dtype: expected F32, F16 or BF16 for a mask",
                  [](auto& r) {
                    r.masks = {{View({1, 1, 4, 4}, DType::kBool), kAdded}};
                  }},
        BadOption{SelfSpec,
                  "masks[1].values.shape: expected [2 or 1,4 or 1,4 or 1,4 or 1], got [2,4]",
                  [](auto& r) {
                    r.masks = {{View({1, 1, 4, 4}), kAdded}, {View({2, 4}), kAdded}};
                  }},
        BadOption{SelfSpec, "masks[0].values.shape: expected [2 or 1,4 or 1,4 or 1,4 or 1]",
                  [](auto& r) {
                    r.masks = {{View({1, 2, 4, 4}), kAdded}};
                  }},
        BadOption{SelfSpec, "masks: expected at most 8, got 9; join masks of one meaning",
                  [](auto& r) {
                    r.masks.assign(9, {View({1, 1, 4, 4}), kAdded});
                  }},
        BadOption{SelfSpec, "outputs.top_keys.count: expected 1 to 4, got 0",
                  [](auto& r) { r.outputs.top_keys.heads = {0}; }},
        BadOption{SelfSpec, "outputs.top_keys.count: expected 1 to 4, got 5",
                  [](auto& r) {
                    r.outputs.top_keys.heads = {0};
                    r.outputs.top_count = 5;
                  }},
        BadOption{SelfSpec, "outputs.top_keys.count: expected 0 to 0, got 1",
                  [](auto& r) { r.outputs.top_count = 1; }},
        BadOption{SelfSpec, "outputs.top_keys.of.rows[0]: expected 0 to 3, got 4",
                  [](auto& r) {
                    r.outputs.top_keys = {{0}, {4}};
                    r.outputs.top_count = 1;
                  }},
        BadOption{SelfSpec, "outputs.scores.heads: expected at least one head",
                  [](auto& r) { r.outputs.scores.rows = {0}; }},
        BadOption{SelfSpec, "outputs.statistics.heads.heads[0]: expected 0 to 3, got 4",
                  [](auto& r) { r.outputs.statistics.heads = {4}; }},
        BadOption{SelfSpec, "outputs.contributions.heads[1]: expected each value once, got 2 again",
                  [](auto& r) {
                    r.outputs.contribution_heads = {2, 2};
                  }}));

TEST(CheckMaskValuesTest, OnlyMinusInfinityIsLetThrough) {
  Tensor values(DType::kF32, *Shape::Create({1, 1, 2, 2}));
  AttentionRequest request;
  request.masks = {{View({1, 1, 1, 1}, DType::kBool), kAttend}, {values.view(), kAdded}};
  for (int i = 0; i < 4; ++i) values.floats()[i] = -std::numeric_limits<float>::infinity();
  EXPECT_THAT(CheckMaskValues(request), testing::IsOk());
  values.floats()[2] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(CheckMaskValues(request),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("masks[1].values.data: expected numbers below infinity, got "
                                 "infinity at element 2")));
  values.floats()[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(CheckMaskValues(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got NaN at element 1")));
}

TEST(OutputShapesTest, OfQuestions) {
  AttentionRequest request = RequestFor(CrossSpec());
  request.outputs.contribution_heads = {3};
  request.outputs.scores = {{0, 1}, {2}};
  request.outputs.top_keys = {{1}, {}};
  request.outputs.top_count = 2;
  request.outputs.statistics = {{0, 1, 2}, {0}};
  const auto shapes = ValidateRequest(CrossSpec(), request);
  ASSERT_THAT(shapes, testing::IsOk());
  EXPECT_EQ(shapes->contributions->ToString(), "[2,1,4,5]");
  EXPECT_EQ(shapes->scores->ToString(), "[2,2,1,5]");
  EXPECT_EQ(shapes->top_keys->ToString(), "[2,1,4,2]");
  EXPECT_EQ(shapes->top_weights->ToString(), "[2,1,4,2]");
  EXPECT_EQ(shapes->statistics->ToString(), "[2,3,6]");
}

}  // namespace
}  // namespace headwise
