#include "server/convert/enums.h"

#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

TEST(EnumsTest, DTypesGoThereAndBack) {
  for (const DType dtype : {DType::kF32, DType::kF16, DType::kBF16}) {
    EXPECT_EQ(*DTypeFromProto("x", DTypeToProto(dtype)), dtype);
  }
  EXPECT_EQ(*BoolFromProto("x", DTypeToProto(DType::kBool)), DType::kBool);
  EXPECT_EQ(DTypeToProto(DType::kI32), v1::DATA_TYPE_I32);
  EXPECT_EQ(DTypeToProto(DType::kI64), v1::DATA_TYPE_UNSPECIFIED);
}

TEST(EnumsTest, UnknownDTypesNameTheField) {
  EXPECT_THAT(DTypeFromProto("input.dtype", static_cast<v1::DataType>(9)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("input.dtype: expected")));
}

TEST(EnumsTest, TypesOfOtherTensorsAreNamed) {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(DTypeFromProto("x", v1::DATA_TYPE_I32),
              StatusIs(kInvalid, HasSubstr("got DATA_TYPE_I32")));
  EXPECT_THAT(BoolFromProto("x", v1::DATA_TYPE_UNSPECIFIED),
              StatusIs(kInvalid, HasSubstr("expected DATA_TYPE_BOOL")));
}

TEST(EnumsTest, FormsGoThereAndBack) {
  for (const Form form : {Form::kFused, Form::kStacked, Form::kSingleHead}) {
    EXPECT_EQ(*FormFromProto(FormToProto(form)), form);
  }
  EXPECT_EQ(*FormFromProto(v1::FORM_UNSPECIFIED), Form::kFused);
}

}  // namespace
}  // namespace headwise::testing
