#include "server/convert/parse_message.h"

#include <string>
#include <vector>

#include "tests/server/convert/request_builder.h"
#include "tests/server/convert/wire_format.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::HasSubstr;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(ParseMessageTest, AnyBytesButAMessageAreRefusedByItsName) {
  v1::AttendRequest attend;
  v1::AttendCoreRequest core;
  for (const char* bytes : {"\xff\xff\xff\xff", "\x0a\x7fxx", "garbage"}) {
    EXPECT_THAT(ParseMessage(ToBytes(bytes), attend),
                StatusIs(kInvalid, HasSubstr("expected a headwise.v1.AttendRequest")))
        << bytes;
    EXPECT_THAT(ParseMessage(ToBytes(bytes), core),
                StatusIs(kInvalid, HasSubstr("expected a headwise.v1.AttendCoreRequest")))
        << bytes;
  }
}

// What gRPC hands over when the client cancelled, or its deadline passed, before the message came.
TEST(ParseMessageTest, NoMessageAtAllMeansThatTheClientHasGone) {
  v1::AttendRequest message;
  EXPECT_THAT(ParseMessage(grpc::ByteBuffer(), message),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("before its message")));
}

TEST(ParseMessageTest, ParsesBytesInManySlices) {
  const std::string bytes = GoodRequest().SerializeAsString();
  std::vector<grpc::Slice> slices;
  for (const char c : bytes) slices.emplace_back(std::string(1, c));
  v1::AttendRequest message;
  ASSERT_THAT(ParseMessage(grpc::ByteBuffer(slices.data(), slices.size()), message), IsOk());
  EXPECT_EQ(message.SerializeAsString(), bytes);
}

}  // namespace
}  // namespace headwise::testing
