#include "client/command/mask_flag.h"

#include <cstring>

#include "client/command/exit_code.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "engine/tensor/tensor.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

class MaskFlagTest : public ::testing::Test {
 protected:
  // A file with zeros but for a 1 in the last byte of Booleans.
  std::string File(DType dtype, const std::vector<std::int64_t>& shape) {
    Tensor tensor(dtype, *Shape::Create(shape));
    const auto bytes = static_cast<std::size_t>(tensor.view().bytes());
    std::memset(tensor.mutable_view().data(), 0, bytes);
    if (dtype != DType::kF32) tensor.mutable_view().data()[bytes - 1] = std::byte{1};
    EXPECT_THAT(WriteSafetensors(path_, {{"m", tensor.view()}}), IsOk());
    return path_;
  }

  const testing::TempFolder folder_;
  const std::string path_ = folder_.File("mask.safetensors");
};

TEST_F(MaskFlagTest, TakesTheMeaningOffTheEnd) {
  const auto attend = LoadMask(File(DType::kBool, {1, 1, 1, 2}) + ":m=attend");
  ASSERT_THAT(attend, IsOk());
  EXPECT_EQ(attend->meaning(), v1::MASK_MEANING_ATTEND_WHERE_TRUE);
  EXPECT_EQ(attend->values().dtype(), v1::DATA_TYPE_BOOL);
  EXPECT_EQ(attend->values().data(), std::string("\0\1", 2));
  EXPECT_EQ(LoadMask(path_ + "=ignore")->meaning(), v1::MASK_MEANING_IGNORE_WHERE_TRUE);
  EXPECT_EQ(LoadMask(File(DType::kF32, {1, 1, 1, 2}) + "=add")->meaning(),
            v1::MASK_MEANING_ADDED_TO_SCORES);
}

TEST_F(MaskFlagTest, BytesAreBooleans) {
  const auto mask = LoadMask(File(DType::kU8, {2, 1, 1, 1}) + "=ignore");
  ASSERT_THAT(mask, IsOk());
  EXPECT_EQ(mask->values().dtype(), v1::DATA_TYPE_BOOL);
}

TEST_F(MaskFlagTest, MatricesHoldForAll) {
  const auto mask = LoadMask(File(DType::kF32, {2, 3}) + "=add");
  ASSERT_THAT(mask, IsOk());
  EXPECT_THAT(mask->values().shape(), ElementsAre(1, 1, 2, 3));
}

TEST_F(MaskFlagTest, RefusesOtherShapes) {
  EXPECT_THAT(LoadMask(File(DType::kBool, {2, 1, 3}) + "=attend"),
              StatusIs(kInvalid, HasSubstr("got [2,1,3]; reshape it with dimensions of 1")));
}

TEST_F(MaskFlagTest, NeverGuessesTheMeaning) {
  for (const char* ending : {"", "=", "=keep", "=attend:m"}) {
    const auto mask = LoadMask(File(DType::kBool, {1, 1, 1, 1}) + ending);
    EXPECT_THAT(mask, StatusIs(kInvalid, HasSubstr("expected =attend, =ignore or =add")));
    EXPECT_EQ(ExitCodeOf(mask.status()), kExitUsage);
  }
}

TEST_F(MaskFlagTest, TheTypeMustFitTheMeaning) {
  EXPECT_THAT(LoadMask(File(DType::kBool, {1, 1, 1, 1}) + "=add"),
              StatusIs(kInvalid, HasSubstr("expected numbers to add, got Booleans")));
  EXPECT_THAT(LoadMask(File(DType::kF32, {1, 1, 1, 1}) + "=ignore"),
              StatusIs(kInvalid, HasSubstr("expected BOOL or U8, got floats")));
  EXPECT_THAT(
      LoadMask(File(DType::kI64, {1, 1, 1, 1}) + "=ignore"),
      StatusIs(kInvalid, HasSubstr("/mask.safetensors: expected BOOL, U8, F32, F16, BF16 or "
                                   "F64, got I64")));
}

}  // namespace
}  // namespace headwise
