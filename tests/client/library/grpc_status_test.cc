#include "client/library/grpc_status.h"

#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::absl::StatusCode;
using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;

CallFacts Facts() {
  CallFacts facts;
  facts.target = "host:50051";
  facts.timeout = absl::Seconds(2);
  facts.request_bytes = 1000;
  return facts;
}

absl::Status Convert(grpc::StatusCode code, const std::string& text) {
  return StatusFromGrpc(grpc::Status(code, text), Facts());
}

TEST(StatusFromGrpcTest, KeepsOk) {
  EXPECT_THAT(StatusFromGrpc(grpc::Status::OK, Facts()), IsOk());
}

TEST(StatusFromGrpcTest, KeepsTheServersCodeAndText) {
  EXPECT_THAT(Convert(grpc::StatusCode::INVALID_ARGUMENT, "gates: expected 8 values, got 3"),
              StatusIs(StatusCode::kInvalidArgument, "gates: expected 8 values, got 3"));
  EXPECT_THAT(Convert(grpc::StatusCode::UNAVAILABLE, "model 'demo' is still loading"),
              StatusIs(StatusCode::kUnavailable, "model 'demo' is still loading"));
  EXPECT_THAT(Convert(grpc::StatusCode::RESOURCE_EXHAUSTED, "queue: 64 requests wait"),
              StatusIs(StatusCode::kResourceExhausted, "queue: 64 requests wait"));
}

TEST(StatusFromGrpcTest, PutsTextsOnOneLine) {
  EXPECT_THAT(Convert(grpc::StatusCode::INTERNAL, "a\nb\tc\x1b[0m"),
              StatusIs(StatusCode::kInternal, "a b c [0m"));
}

TEST(StatusFromGrpcTest, NobodyListens) {
  EXPECT_THAT(
      Convert(grpc::StatusCode::UNAVAILABLE,
              "failed to connect to all addresses; last error: UNKNOWN: ipv4:10.0.0.1:50051: "
              "Failed to connect to remote host: Connection refused"),
      StatusIs(StatusCode::kUnavailable,
               "no server answers at host:50051 (Connection refused); start headwise-server "
               "there or correct the server's address"));
}

TEST(StatusFromGrpcTest, UnknownHost) {
  EXPECT_THAT(
      Convert(grpc::StatusCode::UNAVAILABLE, "DNS resolution failed for host:50051: C-ares"),
      StatusIs(StatusCode::kUnavailable,
               "the name in 'host:50051' is not known; correct the server's address"));
}

TEST(StatusFromGrpcTest, ConnectionClosed) {
  EXPECT_THAT(Convert(grpc::StatusCode::UNAVAILABLE, "Socket closed"),
              StatusIs(StatusCode::kUnavailable,
                       "the connection to host:50051 was closed before the answer came; see "
                       "whether headwise-server still runs there"));
}

TEST(StatusFromGrpcTest, RequestAboveTheServersLimit) {
  EXPECT_THAT(Convert(grpc::StatusCode::RESOURCE_EXHAUSTED,
                      "Received message larger than max (1000 vs. 512)"),
              StatusIs(StatusCode::kOutOfRange,
                       "the request has 1000 bytes, above the server's message limit of 512; "
                       "send fewer tokens, or raise headwise-server --max-message-bytes"));
}

TEST(StatusFromGrpcTest, RequestAboveTheClientsLimit) {
  EXPECT_THAT(
      Convert(grpc::StatusCode::RESOURCE_EXHAUSTED, "Sent message larger than max (1000 vs. 512)"),
      StatusIs(StatusCode::kOutOfRange,
               "the request has 1000 bytes, above the client's message limit of 512; "
               "send fewer tokens, or raise the client's max_message_bytes "
               "(headwise --max-message-bytes)"));
}

TEST(StatusFromGrpcTest, AnswerAboveTheClientsLimit) {
  EXPECT_THAT(Convert(grpc::StatusCode::RESOURCE_EXHAUSTED,
                      "Received message larger than max (2000 vs. 512)"),
              StatusIs(StatusCode::kOutOfRange,
                       "the answer has 2000 bytes, above the client's message limit of 512; ask "
                       "for fewer heads or rows, or raise the client's max_message_bytes "
                       "(headwise --max-message-bytes)"));
}

TEST(StatusFromGrpcTest, AnswerAboveTheServersLimit) {
  EXPECT_THAT(
      Convert(grpc::StatusCode::RESOURCE_EXHAUSTED, "Sent message larger than max (2000 vs. 512)"),
      StatusIs(StatusCode::kOutOfRange,
               "the answer has 2000 bytes, above the server's message limit of 512; ask "
               "for fewer heads or rows, or raise headwise-server --max-message-bytes"));
}

TEST(StatusFromGrpcTest, Timeout) {
  EXPECT_THAT(Convert(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded"),
              StatusIs(StatusCode::kDeadlineExceeded,
                       "no answer from host:50051 within 2s; raise the timeout or ask for less"));
}

TEST(StatusFromGrpcTest, AnotherServer) {
  EXPECT_THAT(Convert(grpc::StatusCode::UNIMPLEMENTED, ""),
              StatusIs(StatusCode::kUnimplemented,
                       "the server at host:50051 does not know this call; see whether it is a "
                       "headwise-server of this version"));
}

}  // namespace
}  // namespace headwise
