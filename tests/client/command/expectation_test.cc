#include "client/command/expectation.h"

#include <cmath>
#include <limits>

#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::nanf("");

TEST(CompareTest, EqualValues) {
  const Difference difference = Compare({1, -2, kInfinity, kNan}, {1, -2, kInfinity, kNan});
  EXPECT_EQ(difference.largest, 0);
  EXPECT_EQ(difference.largest_at, -1);
  EXPECT_EQ(difference.largest_want, 2);
  EXPECT_EQ(difference.beyond_tolerance, 0);
}

TEST(CompareTest, FindsTheLargestDifference) {
  const Difference difference = Compare({1, 2.5f, 3}, {1, 2, 3.25f});
  EXPECT_EQ(difference.largest, 0.5);
  EXPECT_EQ(difference.largest_at, 1);
  EXPECT_EQ(difference.got, 2.5f);
  EXPECT_EQ(difference.want, 2);
  EXPECT_EQ(difference.beyond_tolerance, 2);
}

TEST(CompareTest, ToleratesAShareOfTheWantedValue) {
  EXPECT_EQ(Compare({100.009f}, {100}).beyond_tolerance, 0);
  EXPECT_EQ(Compare({100.011f}, {100}).beyond_tolerance, 1);
  EXPECT_EQ(Compare({0.9e-5f}, {0}).beyond_tolerance, 0);
  EXPECT_EQ(Compare({1.1e-5f}, {0}).beyond_tolerance, 1);
}

TEST(CompareTest, NonFiniteValuesDifferFromAllOthers) {
  EXPECT_EQ(Compare({kNan}, {1}).largest, kInfinity);
  EXPECT_EQ(Compare({1}, {kNan}).beyond_tolerance, 1);
  EXPECT_EQ(Compare({kInfinity}, {-kInfinity}).beyond_tolerance, 1);
  EXPECT_EQ(Compare({3}, {kInfinity}).beyond_tolerance, 1);
}

TEST(CompareTensorsTest, IgnoresALeadingOne) {
  EXPECT_EQ(CompareTensors(*MakeTensor({1, 2}, {1, 2}), *MakeTensor({2}, {1, 3}))->largest, 1);
}

TEST(CompareTensorsTest, RefusesOtherShapes) {
  EXPECT_THAT(CompareTensors(*MakeTensor({2, 3}, std::vector<float>(6)),
                             *MakeTensor({3, 2}, std::vector<float>(6))),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected the answer's shape [2,3], got [3,2]")));
}

TEST(PositionTextTest, IsTheIndexPerDimension) {
  EXPECT_EQ(PositionText(0, {2, 3, 4}), "[0,0,0]");
  EXPECT_EQ(PositionText(23, {2, 3, 4}), "[1,2,3]");
  EXPECT_EQ(PositionText(17, {2, 3, 4}), "[1,1,1]");
}

}  // namespace
}  // namespace headwise
