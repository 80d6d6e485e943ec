#include "server/convert/masks.h"

#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::StartsWith;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(MasksTest, MeaningsAndValuesArrive) {
  v1::AttendRequest request;
  AddMask(request, v1::MASK_MEANING_ATTEND_WHERE_TRUE, {2, 1, 5, 5}, v1::DATA_TYPE_BOOL);
  AddMask(request, v1::MASK_MEANING_IGNORE_WHERE_TRUE, {1, 1, 1, 5}, v1::DATA_TYPE_BOOL);
  AddMask(request, v1::MASK_MEANING_ADDED_TO_SCORES, {1, 4, 5, 1}, v1::DATA_TYPE_BF16);
  const auto masks = MasksFromProto(request.masks());
  ASSERT_THAT(masks, IsOk());
  ASSERT_EQ(masks->size(), 3u);
  EXPECT_EQ((*masks)[0].meaning, MaskMeaning::kAttendWhereTrue);
  EXPECT_EQ((*masks)[1].meaning, MaskMeaning::kIgnoreWhereTrue);
  EXPECT_EQ((*masks)[2].meaning, MaskMeaning::kAddedToScores);
  EXPECT_EQ((*masks)[0].values.shape().ToString(), "[2,1,5,5]");
  EXPECT_EQ((*masks)[2].values.dtype(), DType::kBF16);
  EXPECT_EQ(static_cast<const void*>((*masks)[1].values.data()),
            request.masks(1).values().data().data());
}

TEST(MasksTest, AMeaningIsNeverGuessed) {
  v1::AttendRequest request;
  AddMask(request, v1::MASK_MEANING_UNSPECIFIED, {1, 1, 1, 5}, v1::DATA_TYPE_BOOL);
  EXPECT_THAT(MasksFromProto(request.masks()),
              StatusIs(kInvalid,
                       "masks[0].meaning: expected MASK_MEANING_ATTEND_WHERE_TRUE, "
                       "MASK_MEANING_IGNORE_WHERE_TRUE or MASK_MEANING_ADDED_TO_SCORES, got none"));
}

TEST(MasksTest, FaultsNameTheirMask) {
  v1::AttendRequest request;
  AddMask(request, v1::MASK_MEANING_ATTEND_WHERE_TRUE, {1, 1, 1, 5}, v1::DATA_TYPE_BOOL);
  v1::Mask& second =
      AddMask(request, v1::MASK_MEANING_ADDED_TO_SCORES, {1, 1, 5, 5}, v1::DATA_TYPE_F32);
  second.mutable_values()->mutable_data()->pop_back();
  EXPECT_THAT(MasksFromProto(request.masks()),
              StatusIs(kInvalid, StartsWith("masks[1].values.data: ")));
  second.clear_values();
  EXPECT_THAT(MasksFromProto(request.masks()),
              StatusIs(kInvalid, StartsWith("masks[1].values: expected a tensor of 4 dimensions")));
}

}  // namespace
}  // namespace headwise::testing
