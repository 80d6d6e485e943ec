#include "server/services/small_message.h"

#include <string>

#include "headwise/v1/model.pb.h"
#include "tests/server/convert/wire_format.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(SmallMessageTest, GoesThereAndBack) {
  v1::GetModelRequest sent;
  sent.set_model("demo");
  v1::GetModelRequest got;
  ASSERT_THAT(ParseSmall(Encode(sent), got), IsOk());
  EXPECT_EQ(got.model(), "demo");
}

TEST(SmallMessageTest, AnEmptyMessageIsOne) {
  v1::ListModelsRequest message;
  EXPECT_THAT(ParseSmall(Encode(message), message), IsOk());
}

TEST(SmallMessageTest, BytesThatAreNoneAreNamed) {
  v1::GetModelRequest message;
  EXPECT_THAT(ParseSmall(ToBytes("\xff\xff"), message),
              StatusIs(kInvalid, HasSubstr("expected a headwise.v1.GetModelRequest, got 2 bytes")));
}

TEST(SmallMessageTest, ALargeOneIsNotEvenParsed) {
  v1::GetModelRequest message;
  const std::string groups = Repeated(Tag(15, 3) + Tag(15, 4), 20000);
  EXPECT_THAT(ParseSmall(ToBytes(groups), message),
              StatusIs(kInvalid, HasSubstr("at most 16384 bytes, got 20000")));
}

TEST(SmallMessageTest, NoneAtAllMeansThatTheClientHasGone) {
  v1::GetModelRequest message;
  EXPECT_THAT(ParseSmall(grpc::ByteBuffer(), message),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("before its message")));
}

}  // namespace
}  // namespace headwise::testing
