#include "client/command/names.h"

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;

TEST(NamesTest, Texts) {
  EXPECT_EQ(DataTypeText(v1::DATA_TYPE_BF16), "BF16");
  EXPECT_EQ(FormText(v1::FORM_SINGLE_HEAD), "single_head");
  EXPECT_EQ(ModelStateText(v1::MODEL_STATE_LOADING), "loading");
}

TEST(NamesTest, UnspecifiedAndNewerValuesAreUnknown) {
  EXPECT_EQ(DataTypeText(v1::DATA_TYPE_UNSPECIFIED), "unknown");
  EXPECT_EQ(FormText(static_cast<v1::Form>(77)), "unknown");
}

TEST(NamesTest, ParsesInAnyCase) {
  EXPECT_EQ(*ParseDataType("--dtype", "bf16"), v1::DATA_TYPE_BF16);
  EXPECT_EQ(*ParseDataType("--dtype", "F32"), v1::DATA_TYPE_F32);
  EXPECT_EQ(*ParseForm("--form", "Stacked"), v1::FORM_STACKED);
  EXPECT_EQ(*ParseForm("--form", "single-head"), v1::FORM_SINGLE_HEAD);
}

TEST(NamesTest, ListsTheValuesInErrors) {
  EXPECT_THAT(ParseDataType("--dtype", "f64"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--dtype: expected f32, f16 or bf16, got 'f64'"));
  EXPECT_THAT(ParseForm("--form", "flash"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--form: expected fused, stacked or single_head, got 'flash'"));
}

}  // namespace
}  // namespace headwise
