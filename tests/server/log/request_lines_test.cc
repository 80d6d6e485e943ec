// What a server logs about its requests, and that gRPC logs in the same format.
#include <cstdint>
#include <map>

#include "absl/strings/str_split.h"
#include "grpc/grpc.h"
#include "grpc/support/log.h"
#include "nlohmann/json.hpp"
#include "server/lifecycle/grpc_log.h"
#include "server/services/attend_log.h"
#include "tests/server/support/float_tensor.h"
#include "tests/server/support/server_fixture.h"

namespace headwise::testing {
namespace {

using Json = nlohmann::json;

// A server that logs as the options say; `lines` are those of its requests.
class RequestLinesTest : public ServerTest {
 protected:
  void Open(const LogOptions& log) {
    ::testing::internal::CaptureStderr();
    log_ = std::make_unique<Logger>(log);
    auto server = Server::Create(DemoOptions(), *log_);
    ASSERT_THAT(server, IsOk());
    server_ = *std::move(server);
    ASSERT_THAT(server_->WaitUntilReady(), IsOk());
    channel_ = grpc::CreateChannel(server_->address(), grpc::InsecureChannelCredentials());
  }
  grpc::Status Send(const v1::AttendRequest& request) {
    v1::AttendResponse response;
    return Attend(request, &response);
  }
  // Stops the server.
  std::vector<Json> Lines() {
    server_.reset();
    std::vector<Json> lines;
    for (absl::string_view line :
         absl::StrSplit(::testing::internal::GetCapturedStderr(), '\n', absl::SkipEmpty())) {
      Json json = Json::parse(std::string(line));
      const std::string msg = json["msg"];
      if (msg == "attend" || msg == "attend_core") lines.push_back(std::move(json));
    }
    return lines;
  }

  std::unique_ptr<Logger> log_;
};

constexpr LogOptions kDebugJson = {LogLevel::kDebug, LogFormat::kJson};

TEST_F(RequestLinesTest, ALineTellsWhatARequestWasAndTook) {
  Open(kDebugJson);
  v1::AttendRequest request = DemoRequest(2);
  request.set_request_id("a \"b\"\n\xc3\xa9");
  request.set_form(v1::FORM_STACKED);
  ASSERT_TRUE(Send(request).ok());
  const std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 1u);
  const Json& line = lines[0];
  EXPECT_EQ(line["level"], "debug");
  EXPECT_EQ(line["request_id"], "a \"b\"\n\xc3\xa9");
  EXPECT_EQ(line["model"], "demo");
  EXPECT_EQ(line["layer"], 2);
  EXPECT_EQ(line["form"], "stacked");
  EXPECT_EQ(line["sequences"], 1);
  EXPECT_EQ(line["tokens"], 54);
  EXPECT_EQ(line["status"], "OK");
  EXPECT_EQ(line["bytes_in"], request.ByteSizeLong());
  EXPECT_GT(line["bytes_out"], 54 * 128 * 4);
}

TEST_F(RequestLinesTest, StagesAddUpToNoMoreThanTheTotal) {
  Open(kDebugJson);
  ASSERT_TRUE(Send(DemoRequest(0)).ok());
  const std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 1u);
  std::int64_t sum = 0;
  for (const char* stage : {"decode_us", "queue_us", "input_projection_us", "attention_us",
                            "output_projection_us", "encode_us"}) {
    ASSERT_TRUE(lines[0][stage].is_number_integer()) << stage;
    sum += lines[0][stage].get<std::int64_t>();
  }
  EXPECT_GT(lines[0]["attention_us"], 0);
  EXPECT_GT(sum, 0);
  EXPECT_LE(sum, lines[0]["total_us"]);
}

TEST_F(RequestLinesTest, RefusalsHaveTheSameKeys) {
  Open(kDebugJson);
  v1::AttendRequest nowhere = DemoRequest(0);
  nowhere.set_model(std::string(1000, 'x'));
  v1::AttendRequest bad = DemoRequest(0);
  bad.mutable_input()->add_shape(3);
  ASSERT_TRUE(Send(DemoRequest(0)).ok());
  EXPECT_FALSE(Send(nowhere).ok());
  EXPECT_EQ(Send(bad).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  const std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_NE(lines[1]["status"], "OK");
  EXPECT_EQ(lines[1]["model"], std::string(128, 'x'));
  EXPECT_EQ(lines[1]["bytes_out"], 0);
  EXPECT_EQ(lines[2]["status"], "INVALID_ARGUMENT");
  EXPECT_NE(lines[2]["error"], "");
  for (const Json& line : lines) {
    EXPECT_EQ(line.size(), lines[0].size());
    for (const auto& [key, value] : lines[0].items()) EXPECT_TRUE(line.contains(key)) << key;
  }
}

TEST_F(RequestLinesTest, BytesThatCannotBeReadHaveALineToo) {
  Open(kDebugJson);
  const grpc::Slice slice("\xff\xff\xff");
  grpc::ByteBuffer request(&slice, 1), response;
  grpc::ClientContext context;
  std::promise<grpc::Status> promise;
  grpc::GenericStub(channel_).UnaryCall(
      &context, "/headwise.v1.AttentionService/Attend", {}, &request, &response,
      [&promise](grpc::Status status) { promise.set_value(std::move(status)); });
  promise.get_future().wait();
  const std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["status"], "INVALID_ARGUMENT");
  EXPECT_EQ(lines[0]["layer"], -1);
  EXPECT_EQ(lines[0]["bytes_in"], 3);
}

TEST_F(RequestLinesTest, AttendCoreHasTheSameKeysUnderItsOwnName) {
  Open(kDebugJson);
  v1::AttendCoreRequest request;
  *request.mutable_queries() = FloatTensor({2, 1, 3, 1}, {0, 0, 0, 0, 0, 0});
  *request.mutable_keys() = FloatTensor({2, 1, 1, 1}, {1, 2});
  *request.mutable_values() = FloatTensor({2, 1, 1, 1}, {3, 4});
  request.set_request_id("core-1");
  v1::AttendCoreResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(
      v1::AttentionService::NewStub(channel_)->AttendCore(&context, request, &response).ok());
  ASSERT_TRUE(Send(DemoRequest(0)).ok());
  const std::vector<Json> lines = Lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["msg"], "attend_core");
  EXPECT_EQ(lines[0]["request_id"], "core-1");
  EXPECT_EQ(lines[0]["model"], "");
  EXPECT_EQ(lines[0]["layer"], -1);
  EXPECT_EQ(lines[0]["sequences"], 2);
  EXPECT_EQ(lines[0]["tokens"], 6);
  EXPECT_EQ(lines[0].size(), lines[1].size());
  for (const auto& [key, value] : lines[1].items()) EXPECT_TRUE(lines[0].contains(key)) << key;
}

TEST_F(RequestLinesTest, OnlySlowRequestsAreWarnings) {
  Open({LogLevel::kInfo, LogFormat::kJson, absl::ZeroDuration()});
  ASSERT_TRUE(Send(DemoRequest(0)).ok());
  const std::vector<Json> slow = Lines();
  ASSERT_EQ(slow.size(), 1u);
  EXPECT_EQ(slow[0]["level"], "warning");
  Open({LogLevel::kInfo, LogFormat::kJson, absl::Hours(1)});
  ASSERT_TRUE(Send(DemoRequest(0)).ok());
  EXPECT_TRUE(Lines().empty());
}

TEST(AttendLogTest, AWaitThatEndedWithoutAnAnswerIsTold) {
  AttendOutcome outcome;
  outcome.status = absl::DeadlineExceededError("late");
  outcome.stages.queue = 5'000'999;
  std::map<std::string, std::string> fields;
  for (const LogField& field : DescribeAttend({}, outcome)) {
    fields[std::string(field.key())] = field.value();
  }
  EXPECT_EQ(fields["queue_us"], "5000");
  EXPECT_EQ(fields["status"], "DEADLINE_EXCEEDED");
  EXPECT_EQ(fields["form"], "fused");
}

TEST(AttendLogTest, AFormThatIsNoneIsUnknown) {
  RequestTag tag;
  tag.form = static_cast<v1::Form>(77);
  EXPECT_EQ(DescribeAttend(tag, {})[3].value(), "unknown");
}

TEST(GrpcLogTest, GrpcSpeaksInOurFormatWhileItLives) {
  grpc_init();  // decides what gpr_log lets through
  ::testing::internal::CaptureStderr();
  const Logger logger({LogLevel::kInfo, LogFormat::kJson});
  {
    const GrpcLog grpc_log(logger);
    gpr_log("/src/core/x.cc", 7, GPR_LOG_SEVERITY_ERROR, "bad \"%s\"", "thing");
  }
  gpr_log("x.cc", 8, GPR_LOG_SEVERITY_ERROR, "dropped");
  const Json json = Json::parse(::testing::internal::GetCapturedStderr());
  grpc_shutdown();
  EXPECT_EQ(json["level"], "error");
  EXPECT_EQ(json["msg"], "bad \"thing\"");
  EXPECT_EQ(json["source"], "grpc");
  EXPECT_EQ(json["at"], "x.cc:7");
}

}  // namespace
}  // namespace headwise::testing
