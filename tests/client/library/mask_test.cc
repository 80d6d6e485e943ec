#include "client/library/mask.h"

#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(MakeMaskTest, KeepsMeaningAndValues) {
  const auto mask =
      MakeMask(v1::MASK_MEANING_IGNORE_WHERE_TRUE, *MakeBoolTensor({2, 1, 1, 2}, {0, 0, 0, 1}));
  ASSERT_TRUE(mask.ok()) << mask.status();
  EXPECT_EQ(mask->meaning(), v1::MASK_MEANING_IGNORE_WHERE_TRUE);
  EXPECT_THAT(mask->values().shape(), ElementsAre(2, 1, 1, 2));
  EXPECT_EQ(mask->values().data(), std::string("\0\0\0\1", 4));
}

TEST(MakeMaskTest, NeverGuessesTheMeaning) {
  EXPECT_THAT(MakeMask(v1::MASK_MEANING_UNSPECIFIED, *MakeBoolTensor({1, 1, 1, 1}, {1})),
              StatusIs(kInvalid, HasSubstr("expected a meaning")));
}

TEST(MakeMaskTest, TheTypeMustFitTheMeaning) {
  EXPECT_THAT(MakeMask(v1::MASK_MEANING_ATTEND_WHERE_TRUE, *MakeTensor({1, 1, 1, 1}, {1})),
              StatusIs(kInvalid, HasSubstr("expected BOOL values")));
  EXPECT_THAT(MakeMask(v1::MASK_MEANING_ADDED_TO_SCORES, *MakeBoolTensor({1, 1, 1, 1}, {1})),
              StatusIs(kInvalid, HasSubstr("expected F32, F16 or BF16 values")));
}

TEST(MakeMaskTest, HasFourDimensions) {
  EXPECT_THAT(MakeMask(v1::MASK_MEANING_ADDED_TO_SCORES, *MakeTensor({1, 2}, {0, 0})),
              StatusIs(kInvalid, HasSubstr("got [1,2]; add dimensions of 1")));
}

TEST(MakeSharedMaskTest, AddsTheDimensions) {
  const auto mask =
      MakeSharedMask(v1::MASK_MEANING_ADDED_TO_SCORES, *MakeTensor({2, 3}, {0, 1, 2, 3, 4, 5}));
  ASSERT_TRUE(mask.ok()) << mask.status();
  EXPECT_THAT(mask->values().shape(), ElementsAre(1, 1, 2, 3));
  EXPECT_THAT(MakeSharedMask(v1::MASK_MEANING_ADDED_TO_SCORES, *MakeTensor({1}, {0})),
              StatusIs(kInvalid, "mask: expected a shape [T,Tk], got [1]"));
}

}  // namespace
}  // namespace headwise
