#include "server/convert/input_values.h"

#include <limits>

#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(InputValuesTest, NonFiniteInputIsNamedByIndex) {
  v1::AttendRequest request = GoodRequest();
  SetValue(*request.mutable_input(), (1 * 5 + 3) * 8 + 6, kInfinity);
  const auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(*parsed),
              StatusIs(kInvalid, AllOf(StartsWith("input.data: "), HasSubstr("[1,3,6]"))));
}

TEST(InputValuesTest, RowsBeyondTheLengthAreNotChecked) {
  v1::AttendRequest request = GoodRequest();
  SetValue(*request.mutable_input(), 4 * 8, kNan);
  request.add_lengths(4);
  request.add_lengths(5);
  auto parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(*parsed), IsOk());
  request.set_lengths(0, 5);
  parsed = Parse(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(*parsed), StatusIs(kInvalid, HasSubstr("[0,4,0]")));
}

TEST(InputValuesTest, KeysAndValuesAreCheckedBeforeKeyLengths) {
  for (const bool values : {false, true}) {
    v1::AttendRequest request = GoodCross();
    v1::Tensor& spoilt = values ? *request.mutable_value_input() : *request.mutable_key_input();
    SetValue(spoilt, static_cast<std::size_t>((1 * 3 + 2) * spoilt.shape(2) + 4), -kInfinity);
    auto parsed = Parse(request, kTestLimits, CrossSpec());
    ASSERT_THAT(parsed, IsOk());
    EXPECT_THAT(CheckFiniteInputs(*parsed),
                StatusIs(kInvalid, AllOf(StartsWith(values ? "value_input.data" : "key_input.data"),
                                         HasSubstr("[1,2,4]"))));
    request.add_key_lengths(3);
    request.add_key_lengths(2);
    parsed = Parse(request, kTestLimits, CrossSpec());
    ASSERT_THAT(parsed, IsOk());
    EXPECT_THAT(CheckFiniteInputs(*parsed), IsOk());
  }
}

TEST(InputValuesTest, TheCoresTensorsHaveHeads) {
  v1::AttendCoreRequest request = GoodCore();
  SetValue(*request.mutable_queries(), ((1 * 4 + 3) * 5 + 2) * 6 + 1, kNan);
  auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(parsed->attend),
              StatusIs(kInvalid, AllOf(StartsWith("queries.data: "), HasSubstr("[1,3,2,1]"))));
  request = GoodCore();
  SetValue(*request.mutable_values(), ((1 * 2 + 1) * 3 + 2) * 7 + 5, kNan);
  parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(parsed->attend),
              StatusIs(kInvalid, AllOf(StartsWith("values.data: "), HasSubstr("[1,1,2,5]"))));
}

TEST(InputValuesTest, TheCoresHiddenKeysMayHoldAnything) {
  v1::AttendCoreRequest request = GoodCore();
  SetValue(*request.mutable_keys(), ((1 * 2 + 1) * 3 + 1) * 6, kNan);
  request.add_key_lengths(3);
  request.add_key_lengths(1);
  const auto parsed = ParseCore(request);
  ASSERT_THAT(parsed, IsOk());
  EXPECT_THAT(CheckFiniteInputs(parsed->attend), IsOk());
}

}  // namespace
}  // namespace headwise::testing
