#include "client/library/tensor.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::Tensor Halves(v1::DataType dtype, std::vector<std::uint16_t> bits) {
  v1::Tensor tensor;
  tensor.set_dtype(dtype);
  tensor.add_shape(static_cast<std::int64_t>(bits.size()));
  tensor.set_data(bits.data(), 2 * bits.size());
  return tensor;
}

TEST(MakeTensorTest, RoundTrips) {
  const auto tensor = MakeTensor({2, 3}, {1, 2, 3, 4, 5, -6.5f});
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor->dtype(), v1::DATA_TYPE_F32);
  EXPECT_THAT(tensor->shape(), ElementsAre(2, 3));
  EXPECT_EQ(tensor->data().size(), 24u);
  EXPECT_THAT(*FloatsOf(*tensor), ElementsAre(1, 2, 3, 4, 5, -6.5f));
}

TEST(MakeTensorTest, RefusesValuesThatDoNotFillTheShape) {
  EXPECT_THAT(MakeTensor({2, 3}, {1, 2}), StatusIs(absl::StatusCode::kInvalidArgument,
                                                   "values: expected 6 for shape [2,3], got 2"));
}

TEST(MakeTensorTest, RefusesNegativeAndUncountableShapes) {
  EXPECT_THAT(MakeTensor({-1}, {}), StatusIs(absl::StatusCode::kInvalidArgument,
                                             HasSubstr("no negative dimension, got [-1]")));
  EXPECT_THAT(MakeTensor({std::int64_t{1} << 40, std::int64_t{1} << 40}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("more elements")));
}

TEST(FloatsOfTest, WidensF16) {
  const auto floats = *FloatsOf(
      Halves(v1::DATA_TYPE_F16, {0x3c00, 0xc000, 0x0001, 0x8400, 0x7bff, 0x7c00, 0xfc00, 0x0000}));
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(floats, ElementsAre(1.0f, -2.0f, std::ldexp(1.0f, -24), -std::ldexp(1.0f, -14),
                                  65504.0f, infinity, -infinity, 0.0f));
}

TEST(FloatsOfTest, KeepsNanAndNegativeZeroOfF16) {
  const auto floats = *FloatsOf(Halves(v1::DATA_TYPE_F16, {0x7e01, 0x8000}));
  EXPECT_TRUE(std::isnan(floats[0]));
  EXPECT_TRUE(floats[1] == 0 && std::signbit(floats[1]));
}

TEST(FloatsOfTest, WidensBf16) {
  EXPECT_THAT(*FloatsOf(Halves(v1::DATA_TYPE_BF16, {0x3f80, 0xc040, 0x0000})),
              ElementsAre(1.0f, -3.0f, 0.0f));
}

TEST(FloatsOfTest, RefusesMissingBytes) {
  v1::Tensor tensor = Halves(v1::DATA_TYPE_F16, {0, 0});
  tensor.set_shape(0, 3);
  EXPECT_THAT(FloatsOf(tensor), StatusIs(absl::StatusCode::kInvalidArgument,
                                         "data: expected 6 bytes for shape [3], got 4"));
}

TEST(FloatsOfTest, RefusesUnknownDtype) {
  v1::Tensor tensor;
  tensor.set_dtype(static_cast<v1::DataType>(9));
  EXPECT_THAT(FloatsOf(tensor), StatusIs(absl::StatusCode::kInvalidArgument,
                                         "dtype: expected F32, F16 or BF16, got number 9"));
}

TEST(ElementCountTest, OfNoDimensionsIsOne) { EXPECT_EQ(*ElementCount({}), 1); }

TEST(ShapeTextTest, ListsDimensions) { EXPECT_EQ(ShapeText({2, 17, 24}), "[2,17,24]"); }

}  // namespace
}  // namespace headwise
