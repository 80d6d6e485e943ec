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

TEST(FloatsOfTest, RefusesIntegersAndBooleans) {
  EXPECT_THAT(FloatsOf(*MakeBoolTensor({1}, {1})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "dtype: expected F32, F16 or BF16, got DATA_TYPE_BOOL"));
}

TEST(MakeBoolTensorTest, TakesAByteAnElement) {
  const auto tensor = MakeBoolTensor({1, 3}, {1, 0, 7});
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor->dtype(), v1::DATA_TYPE_BOOL);
  EXPECT_EQ(tensor->data(), std::string("\1\0\7", 3));
  EXPECT_THAT(MakeBoolTensor({2}, {1}), StatusIs(absl::StatusCode::kInvalidArgument,
                                                 "values: expected 2 for shape [2], got 1"));
}

TEST(IntegersOfTest, ReadsTwosComplement) {
  v1::Tensor tensor;
  tensor.set_dtype(v1::DATA_TYPE_I32);
  tensor.add_shape(2);
  tensor.set_data(std::string("\x02\x01\0\0\xff\xff\xff\xff", 8));
  EXPECT_THAT(*IntegersOf(tensor), ElementsAre(258, -1));
  tensor.add_shape(2);
  EXPECT_THAT(IntegersOf(tensor), StatusIs(absl::StatusCode::kInvalidArgument,
                                           "data: expected 16 bytes for shape [2,2], got 8"));
}

TEST(IntegersOfTest, RefusesFloats) {
  EXPECT_THAT(
      IntegersOf(*MakeTensor({1}, {1})),
      StatusIs(absl::StatusCode::kInvalidArgument, "dtype: expected I32, got DATA_TYPE_F32"));
}

TEST(ElementBytesTest, OfEveryType) {
  EXPECT_EQ(ElementBytes(v1::DATA_TYPE_F32), 4);
  EXPECT_EQ(ElementBytes(v1::DATA_TYPE_BF16), 2);
  EXPECT_EQ(ElementBytes(v1::DATA_TYPE_BOOL), 1);
  EXPECT_EQ(ElementBytes(v1::DATA_TYPE_I32), 4);
  EXPECT_EQ(ElementBytes(v1::DATA_TYPE_UNSPECIFIED), 0);
}

TEST(ElementCountTest, OfNoDimensionsIsOne) { EXPECT_EQ(*ElementCount({}), 1); }

TEST(ShapeTextTest, ListsDimensions) { EXPECT_EQ(ShapeText({2, 17, 24}), "[2,17,24]"); }

}  // namespace
}  // namespace headwise
