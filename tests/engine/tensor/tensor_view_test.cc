#include "engine/tensor/tensor_view.h"

#include <cstring>

#include "engine/tensor/tensor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

TEST(TensorViewTest, WantsExactlyTheBytesOfItsShape) {
  const float values[6] = {};
  EXPECT_THAT(TensorView::Create(values, 24, DType::kF32, *Shape::Create({2, 3})), testing::IsOk());
  EXPECT_THAT(TensorView::Create(values, 23, DType::kF32, *Shape::Create({2, 3})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("expected 24 bytes for F32 [2,3], got 23")));
}

TEST(TensorViewTest, GivesFloatsOnlyIfTheyAreAligned) {
  alignas(float) std::byte bytes[9] = {};
  auto aligned = TensorView::Create(bytes, 8, DType::kF32, *Shape::Create({2}));
  auto unaligned = TensorView::Create(bytes + 1, 8, DType::kF32, *Shape::Create({2}));
  auto narrow = TensorView::Create(bytes, 8, DType::kBF16, *Shape::Create({4}));
  EXPECT_NE(aligned->AlignedFloats(), nullptr);
  EXPECT_EQ(unaligned->AlignedFloats(), nullptr);
  EXPECT_EQ(narrow->AlignedFloats(), nullptr);
}

TEST(TensorViewTest, AnEmptyTensorIsPresent) {
  EXPECT_TRUE(TensorView::Create(nullptr, 0, DType::kF32, *Shape::Create({0}))->present());
  EXPECT_TRUE(Tensor(DType::kF32, *Shape::Create({0, 3})).view().present());
  EXPECT_FALSE(Tensor().view().present());
}

TEST(TensorViewTest, BecomesABatchOfOne) {
  const Tensor tensor(DType::kF32, *Shape::Create({3, 5}));
  const TensorView batch = tensor.view().AsBatchOfOne();
  EXPECT_EQ(batch.shape().ToString(), "[1,3,5]");
  EXPECT_EQ(batch.data(), tensor.view().data());
}

TEST(TensorTest, OwnsAlignedBytes) {
  Tensor tensor(DType::kF32, *Shape::Create({3, 5}));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.floats()) % 64, 0u);
  EXPECT_EQ(tensor.view().bytes(), 60);
}

TEST(DTypeTest, NamesAreThoseOfSafetensors) {
  for (const char* name : {"F32", "F16", "BF16", "F64", "F8_E4M3", "I8", "U64", "BOOL", "C64"}) {
    const std::optional<DType> dtype = DTypeFromName(name);
    ASSERT_TRUE(dtype.has_value()) << name;
    EXPECT_EQ(DTypeName(*dtype), name);
  }
  EXPECT_FALSE(DTypeFromName("F4").has_value());
  EXPECT_EQ(ByteWidth(DType::kC64), 8);
  EXPECT_EQ(ByteWidth(DType::kBool), 1);
}

}  // namespace
}  // namespace headwise
