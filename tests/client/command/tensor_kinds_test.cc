#include "client/command/tensor_kinds.h"

#include <cstring>

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
Tensor Of(DType dtype, const std::vector<T>& values) {
  Tensor tensor(dtype, *Shape::Create({static_cast<std::int64_t>(values.size())}));
  std::memcpy(tensor.mutable_view().data(), values.data(), values.size() * sizeof(T));
  return tensor;
}

TEST(ToAttentionFloatTest, NarrowsDoubles) {
  const auto tensor = ToAttentionFloat(Of<double>(DType::kF64, {0.1, -3}));
  EXPECT_EQ(tensor->dtype(), DType::kF32);
  EXPECT_EQ(tensor->floats()[0], 0.1f);
}

TEST(ToAttentionFloatTest, RefusesDoublesBeyondFloats) {
  EXPECT_THAT(ToAttentionFloat(Of<double>(DType::kF64, {1, 1e300})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("element 1 is 1e+300, beyond what F32 holds")));
}

TEST(ToAttentionFloatTest, RefusesIntegers) {
  EXPECT_THAT(
      ToAttentionFloat(Of<std::int64_t>(DType::kI64, {1})),
      StatusIs(absl::StatusCode::kInvalidArgument, "expected F32, F16, BF16 or F64, got I64"));
}

TEST(ToF32Test, WidensHalves) {
  const auto tensor = ToF32(Of<std::uint16_t>(DType::kF16, {0x3c00, 0xc000}));
  EXPECT_EQ(tensor->dtype(), DType::kF32);
  EXPECT_EQ(tensor->floats()[1], -2);
}

TEST(ToMaskValuesTest, KeepsBooleansAndFloats) {
  EXPECT_EQ(ToMaskValues(Of<std::uint8_t>(DType::kBool, {1}))->dtype(), DType::kBool);
  EXPECT_EQ(ToMaskValues(Of<float>(DType::kF32, {1}))->dtype(), DType::kF32);
  EXPECT_THAT(ToMaskValues(Of<std::int32_t>(DType::kI32, {1})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "expected BOOL, U8, F32, F16, BF16 or F64, got I32"));
}

TEST(ToIntegersTest, WidensAll) {
  EXPECT_THAT(*ToIntegers(Of<std::int32_t>(DType::kI32, {-1, 7})), ElementsAre(-1, 7));
  EXPECT_THAT(*ToIntegers(Of<std::uint8_t>(DType::kU8, {255})), ElementsAre(255));
  EXPECT_THAT(*ToIntegers(Of<std::uint32_t>(DType::kU32, {4000000000u})), ElementsAre(4000000000));
  EXPECT_THAT(
      ToIntegers(Of<float>(DType::kF32, {1})),
      StatusIs(absl::StatusCode::kInvalidArgument, "expected I32, I64, U8 or U32, got F32"));
}

}  // namespace
}  // namespace headwise
