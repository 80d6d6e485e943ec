// Every way to get masks, positions and selections wrong, with what the answer must name.
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tests/server/convert/bad_request.h"
#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using Request = v1::AttendRequest;
using Spoil = std::function<void(Request&)>;
constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

v1::OutputSelection& Outputs(Request& r) { return *r.mutable_outputs(); }

Spoil MaskOf(v1::MaskMeaning meaning, std::vector<std::int64_t> shape, v1::DataType dtype) {
  return [=](Request& r) { AddMask(r, meaning, shape, dtype); };
}
Spoil Boolean(std::vector<std::int64_t> shape) {
  return MaskOf(v1::MASK_MEANING_ATTEND_WHERE_TRUE, std::move(shape), v1::DATA_TYPE_BOOL);
}
Spoil Positions(std::vector<std::int64_t> positions) {
  return [positions = std::move(positions)](Request& r) {
    for (const std::int64_t position : positions) r.add_positions(position);
  };
}
Spoil Select(v1::RowSelection& (*selection)(Request&), std::vector<int> heads,
             std::vector<std::int64_t> rows) {
  return [=](Request& r) {
    for (const int head : heads) selection(r).mutable_heads()->add_heads(head);
    for (const std::int64_t row : rows) selection(r).add_rows(row);
  };
}
v1::RowSelection& Scores(Request& r) { return *Outputs(r).mutable_scores(); }
v1::RowSelection& Statistics(Request& r) { return *Outputs(r).mutable_statistics(); }
v1::RowSelection& TopKeys(Request& r) {
  Outputs(r).mutable_top_keys()->set_count(1);
  return *Outputs(r).mutable_top_keys()->mutable_of();
}
Spoil TopCount(int count) {
  return [count](Request& r) {
    TopKeys(r).mutable_heads()->set_all(true);
    Outputs(r).mutable_top_keys()->set_count(count);
  };
}
Spoil Contributions(std::vector<int> heads) {
  return [heads = std::move(heads)](Request& r) {
    Outputs(r).mutable_contributions();
    for (const int head : heads) Outputs(r).mutable_contributions()->add_heads(head);
  };
}

const Bad<Request> kBad[] = {
    // masks
    {"no_meaning", MaskOf(v1::MASK_MEANING_UNSPECIFIED, {1, 1, 5, 5}, v1::DATA_TYPE_BOOL),
     "masks[0].meaning", "MASK_MEANING_IGNORE_WHERE_TRUE", "got none"},
    {"meaning_4", MaskOf(static_cast<v1::MaskMeaning>(4), {1, 1, 5, 5}, v1::DATA_TYPE_BOOL),
     "masks[0].meaning", "MASK_MEANING_ATTEND_WHERE_TRUE", "got 4"},
    {"meaning_negative", MaskOf(static_cast<v1::MaskMeaning>(-1), {1, 1, 5, 5}, v1::DATA_TYPE_BOOL),
     "masks[0].meaning", "MASK_MEANING_ADDED_TO_SCORES", "got -1"},
    {"mask_without_values",
     [](Request& r) { r.add_masks()->set_meaning(v1::MASK_MEANING_ATTEND_WHERE_TRUE); },
     "masks[0].values", "4 dimensions", "got none"},
    {"boolean_of_floats",
     MaskOf(v1::MASK_MEANING_ATTEND_WHERE_TRUE, {1, 1, 5, 5}, v1::DATA_TYPE_F32),
     "masks[0].values.dtype", "DATA_TYPE_BOOL", "got DATA_TYPE_F32"},
    {"ignored_of_floats",
     MaskOf(v1::MASK_MEANING_IGNORE_WHERE_TRUE, {1, 1, 5, 5}, v1::DATA_TYPE_BF16),
     "masks[0].values.dtype", "DATA_TYPE_BOOL", "got DATA_TYPE_BF16"},
    {"added_of_booleans",
     MaskOf(v1::MASK_MEANING_ADDED_TO_SCORES, {1, 1, 5, 5}, v1::DATA_TYPE_BOOL),
     "masks[0].values.dtype", "DATA_TYPE_F32", "got DATA_TYPE_BOOL"},
    {"mask_of_two_dimensions", Boolean({5, 5}), "masks[0].values.shape", "4 dimensions", "got 2"},
    {"mask_of_five_dimensions", Boolean({1, 1, 1, 5, 5}), "masks[0].values.shape", "4 dimensions",
     "got 5"},
    {"mask_of_zero_keys", Boolean({1, 1, 5, 0}), "masks[0].values.shape[3]", "at least 1", "got 0"},
    {"mask_negative",
     [](Request& r) {
       Boolean({1, 1, 5, 5})(r), r.mutable_masks(0)->mutable_values()->set_shape(1, -4);
     },
     "masks[0].values.shape[1]", "at least 1", "got -4"},
    {"mask_overflows",
     [](Request& r) {
       v1::Tensor& values = *AddMask(r, v1::MASK_MEANING_ATTEND_WHERE_TRUE, {1}, v1::DATA_TYPE_BOOL)
                                 .mutable_values();
       values.clear_shape();
       for (int i = 0; i < 4; ++i) values.add_shape(kHuge);
     },
     "masks[0].values.shape", "more elements", "9223372036854775807"},
    {"mask_of_three_sequences", Boolean({3, 1, 5, 5}), "masks[0].values.shape", "2 or 1", "[3,1,"},
    {"mask_of_three_heads", Boolean({1, 3, 5, 5}), "masks[0].values.shape", "4 or 1", "[1,3,5,5]"},
    {"mask_of_four_rows", Boolean({1, 1, 4, 5}), "masks[0].values.shape", "5 or 1", "[1,1,4,5]"},
    {"mask_of_six_keys", Boolean({1, 1, 5, 6}), "masks[0].values.shape", "5 or 1", "[1,1,5,6]"},
    {"mask_short_of_data",
     [](Request& r) {
       Boolean({1, 1, 5, 5})(r), r.mutable_masks(0)->mutable_values()->set_data("x");
     },
     "masks[0].values.data", "25 bytes", "got 1"},
    {"second_mask",
     [](Request& r) {
       Boolean({1, 1, 1, 5})(r), Boolean({1, 1, 1, 4})(r);
     },
     "masks[1].values.shape", "5 or 1", "[1,1,1,4]"},
    {"nine_masks",
     [](Request& r) {
       for (int i = 0; i < 9; ++i) Boolean({1, 1, 1, 5})(r);
     },
     "masks", "at most 8", "got 9"},
    // positions
    {"nine_positions", Positions(std::vector<std::int64_t>(9, 0)), "positions", "10 tokens",
     "got 9"},
    {"eleven_positions", Positions(std::vector<std::int64_t>(11, 0)), "positions", "10 tokens",
     "got 11"},
    {"position_negative", Positions({0, 0, 0, 0, 0, 0, 0, -1, 0, 0}), "positions[7]", "0 to",
     "got -1"},
    {"position_too_far", Positions({1 << 24, 0, 0, 0, 0, 0, 0, 0, 0, 0}), "positions[0]",
     "0 to 16777215", "got 16777216"},
    {"position_huge", Positions({0, 0, 0, 0, 0, 0, 0, 0, 0, kHuge}), "positions[9]", "16777215",
     "9223372036854775807"},
    // key_input for a layer that rotates, key_lengths without one
    {"keys_of_a_rotary_layer",
     [](Request& r) {
       SetTensor(*r.mutable_key_input(), {2, 3, 8});
     },
     "key_input", "none", "rotary embedding"},
    {"key_lengths_alone", [](Request& r) { r.add_key_lengths(1), r.add_key_lengths(1); },
     "key_lengths", "none without key_input", "lengths"},
    {"values_alone",
     [](Request& r) {
       SetTensor(*r.mutable_value_input(), {2, 5, 8});
     },
     "value_input", "none without key_input", ""},
    // outputs.contributions
    {"contributions_of_none", Contributions({}), "outputs.contributions", "all or at least one",
     "neither"},
    {"contributions_of_head_4", Contributions({4}), "outputs.contributions.heads[0]", "0 to 3",
     "got 4"},
    {"contributions_twice", Contributions({1, 1}), "outputs.contributions.heads[1]", "once",
     "got 1"},
    {"contributions_all_and_some",
     [](Request& r) {
       Contributions({1})(r);
       Outputs(r).mutable_contributions()->set_all(true);
     },
     "outputs.contributions", "either all or heads", "1 heads"},
    // outputs.scores
    {"scores_of_none", Select(Scores, {}, {1}), "outputs.scores.heads", "all or at least one",
     "neither"},
    {"scores_of_head_minus_1", Select(Scores, {-1}, {}), "outputs.scores.heads", "0 to 3",
     "got -1"},
    {"scores_row_5", Select(Scores, {0}, {0, 5}), "outputs.scores.rows[1]", "0 to 4", "got 5"},
    {"scores_row_twice", Select(Scores, {0}, {2, 2}), "outputs.scores.rows[1]", "once", "got 2"},
    // outputs.top_keys
    {"top_keys_of_nothing", [](Request& r) { Outputs(r).mutable_top_keys()->set_count(2); },
     "outputs.top_keys.of.heads", "all or at least one", "neither"},
    {"top_keys_count_0", TopCount(0), "outputs.top_keys.count", "1 to 5", "got 0"},
    {"top_keys_count_6", TopCount(6), "outputs.top_keys.count", "1 to 5", "got 6"},
    {"top_keys_count_negative", TopCount(-3), "outputs.top_keys.count", "1 to 5", "got -3"},
    {"top_keys_of_head_9", Select(TopKeys, {9}, {}), "outputs.top_keys.of.heads", "0 to 3",
     "got 9"},
    {"top_keys_row_huge", Select(TopKeys, {0}, {kHuge}), "outputs.top_keys.of.rows[0]", "0 to 4",
     "9223372036854775807"},
    // outputs.statistics
    {"statistics_of_none", [](Request& r) { Statistics(r); }, "outputs.statistics.heads",
     "all or at least one", "neither"},
    {"statistics_of_head_4", Select(Statistics, {0, 4}, {}), "outputs.statistics.heads", "0 to 3",
     "got 4"},
    {"statistics_row_negative", Select(Statistics, {0}, {-7}), "outputs.statistics.rows[0]",
     "0 to 4", "got -7"},
};

class BadMaskTest : public ::testing::TestWithParam<Bad<Request>> {};

TEST_P(BadMaskTest, NamesFieldExpectationAndFact) {
  Request request = GoodRequest();
  ASSERT_THAT(Parse(request, kTestLimits, RotarySpec()), IsOk());
  GetParam().spoil(request);
  ExpectRefusal(Parse(request, kTestLimits, RotarySpec()).status(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, BadMaskTest, ::testing::ValuesIn(kBad),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(BadMaskTest, PositionsNeedARotaryEmbedding) {
  Request request = GoodRequest();
  Positions(std::vector<std::int64_t>(10, 0))(request);
  EXPECT_THAT(Parse(request), StatusIs(absl::StatusCode::kInvalidArgument,
                                       ::testing::StartsWith("positions: expected none")));
}

}  // namespace
}  // namespace headwise::testing
