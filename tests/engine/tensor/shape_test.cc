#include "engine/tensor/shape.h"

#include <cstdint>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

constexpr std::int64_t kHuge = std::int64_t{1} << 32;

TEST(ShapeTest, CountsElements) {
  EXPECT_EQ(Shape().elements(), 1);
  EXPECT_EQ(Shape::Create({2, 17, 24})->elements(), 2 * 17 * 24);
  EXPECT_EQ(Shape::Create({2, 17, 24})->ToString(), "[2,17,24]");
}

TEST(ShapeTest, RefusesNegativeDimensions) {
  EXPECT_THAT(Shape::Create({3, -1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("[3,-1] has a negative")));
}

TEST(ShapeTest, RefusesProductsThatOverflow) {
  EXPECT_THAT(Shape::Create({kHuge, kHuge}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more elements than")));
  EXPECT_THAT(Shape::Create({std::numeric_limits<std::int64_t>::max()}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more elements than")));
}

TEST(ShapeTest, ADimensionOfZeroMakesItEmptyHoweverLargeTheOthersAre) {
  EXPECT_EQ(Shape::Create({kHuge, kHuge, 0})->elements(), 0);
}

TEST(ShapeTest, ComparesByDimensions) {
  EXPECT_EQ(*Shape::Create({2, 3}), *Shape::Create({2, 3}));
  EXPECT_NE(*Shape::Create({2, 3}), *Shape::Create({3, 2}));
}

}  // namespace
}  // namespace headwise
