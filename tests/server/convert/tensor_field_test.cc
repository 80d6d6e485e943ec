#include "server/convert/tensor_field.h"

#include <utility>

#include "tests/server/convert/request_builder.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

const TensorRule kRule = {"keys", 2, 3, "2 dimensions or 3"};
const TensorRule kBoolRule = {"masks[1].values", 1, 4, "1 to 4 dimensions", true};

v1::Tensor Make(const std::vector<std::int64_t>& shape, v1::DataType dtype) {
  v1::Tensor tensor;
  SetTensor(tensor, shape, dtype);
  return tensor;
}

TEST(TensorFieldTest, AViewOfTheMessagesBytes) {
  const v1::Tensor tensor = Make({2, 3}, v1::DATA_TYPE_BF16);
  const auto view = TensorFromProto(kRule, tensor);
  ASSERT_THAT(view, IsOk());
  EXPECT_EQ(static_cast<const void*>(view->data()), tensor.data().data());
  EXPECT_EQ(view->dtype(), DType::kBF16);
  EXPECT_EQ(view->shape().ToString(), "[2,3]");
}

TEST(TensorFieldTest, BooleansAreBytes) {
  const v1::Tensor tensor = Make({7}, v1::DATA_TYPE_BOOL);
  const auto view = TensorFromProto(kBoolRule, tensor);
  ASSERT_THAT(view, IsOk());
  EXPECT_EQ(view->dtype(), DType::kBool);
  EXPECT_EQ(view->bytes(), 7);
}

TEST(TensorFieldTest, TypesAreNamed) {
  EXPECT_THAT(TensorFromProto(kRule, Make({2, 3}, v1::DATA_TYPE_BOOL)),
              StatusIs(kInvalid, AllOf(StartsWith("keys.dtype: expected DATA_TYPE_F32"),
                                       HasSubstr("got DATA_TYPE_BOOL"))));
  EXPECT_THAT(TensorFromProto(kBoolRule, Make({2, 3}, v1::DATA_TYPE_F32)),
              StatusIs(kInvalid, StartsWith("masks[1].values.dtype: expected DATA_TYPE_BOOL")));
}

TEST(TensorFieldTest, ShapeAndBytesAreChecked) {
  v1::Tensor tensor = Make({2, 3}, v1::DATA_TYPE_F32);
  tensor.mutable_data()->resize(23);
  EXPECT_THAT(TensorFromProto(kRule, tensor), StatusIs(kInvalid, StartsWith("keys.data: ")));
  tensor.set_shape(1, 0);
  EXPECT_THAT(TensorFromProto(kRule, tensor),
              StatusIs(kInvalid, "keys.shape[1]: expected at least 1, got 0"));
  tensor.clear_shape();
  EXPECT_THAT(TensorFromProto(kRule, tensor),
              StatusIs(kInvalid, "keys.shape: expected 2 dimensions or 3, got 0"));
}

TEST(TensorFieldTest, AMissingOneIsToldWhatItShouldBe) {
  EXPECT_THAT(MissingTensor(kRule),
              StatusIs(kInvalid, "keys: expected a tensor of 2 dimensions or 3, got none"));
}

}  // namespace
}  // namespace headwise::testing
