#include "client/command/attend_report.h"

#include <cmath>
#include <sstream>

#include "client/command/answer_file.h"
#include "client/command/exit_code.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_file.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

v1::AttendResponse Response() {
  v1::AttendResponse response;
  response.set_model("demo");
  response.set_model_version("abc");
  response.set_layer(2);
  response.set_form(v1::FORM_STACKED);
  response.set_instruction_set("avx2");
  *response.mutable_context() = *MakeTensor({1, 2}, {1.5f, -2});
  *response.mutable_log_sum_exp() = *MakeTensor({1, 1}, {-INFINITY});
  response.mutable_probabilities()->add_heads(3);
  response.mutable_probabilities()->add_rows(0);
  *response.mutable_probabilities()->mutable_tensor() = *MakeTensor({1, 1, 1}, {1});
  return response;
}

TEST(AttendJsonTest, HasTheTensors) {
  AttendReport report;
  report.response = Response();
  const Json json = *AttendJson(report);
  EXPECT_EQ(json["form"], "stacked");
  EXPECT_EQ(json["context"].dump(), R"({"dtype":"F32","shape":[1,2],"values":[1.5,-2.0]})");
  EXPECT_EQ(json["log_sum_exp"]["values"].dump(), "[null]");
  EXPECT_EQ(json["probabilities"]["heads"].dump(), "[3]");
  EXPECT_FALSE(json.contains("timings"));
}

TEST(AttendJsonTest, LeavesValuesOutThatAreInAFile) {
  AttendReport report;
  report.response = Response();
  report.file = "y.safetensors";
  const Json json = *AttendJson(report);
  EXPECT_EQ(json["file"], "y.safetensors");
  EXPECT_FALSE(json["context"].contains("values"));
}

TEST(AttendJsonTest, TellsTheLengthOfTheRotaryEmbedding) {
  AttendReport report;
  report.response = Response();
  EXPECT_FALSE(AttendJson(report)->contains("rope_length"));
  report.response.set_rope_length(54);
  EXPECT_EQ((*AttendJson(report))["rope_length"], 54);
}

TEST(PrintAttendTableTest, SummarisesTheAnswer) {
  AttendReport report;
  report.response = Response();
  report.response.mutable_timings()->add_head_ns(1500);
  report.difference = Compare({1.5f, -2}, {1.5f, -1});
  std::ostringstream out;
  ASSERT_THAT(PrintAttendTable(report, Console{&out, &out}), IsOk());
  EXPECT_THAT(out.str(), HasSubstr("demo, version abc"));
  EXPECT_THAT(out.str(), HasSubstr("F32 [1,2]"));
  EXPECT_THAT(out.str(), HasSubstr("1.5, -2\n"));
  EXPECT_THAT(out.str(), HasSubstr("head 0              1.50 us\n"));
  EXPECT_THAT(out.str(), HasSubstr("largest difference 1 at [0,1] (got -2, want -1); 1 element "
                                   "beyond 1e-5 + 1e-4*|want|"));
}

TEST(WriteAnswerTest, RoundTrips) {
  const testing::TempFolder folder;
  const std::string path = folder.File("answer.safetensors");
  ASSERT_THAT(WriteAnswer(Response(), path), IsOk());
  const auto file = SafetensorsFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->ReadTensor("context")->floats()[1], -2);
  EXPECT_EQ(file->ReadTensor("log_sum_exp")->floats()[0], -INFINITY);
  EXPECT_EQ(file->metadata().at("probabilities.heads"), "3");
  EXPECT_EQ(file->metadata().at("form"), "stacked");
}

TEST(WriteAnswerTest, KeepsTheTypesOfTopKeys) {
  v1::AttendResponse response;
  v1::TopKeys& top = *response.mutable_top_keys();
  top.add_heads(0);
  top.add_rows(4);
  *top.mutable_weights() = *MakeTensor({1, 1, 1}, {1});
  *top.mutable_keys() = top.weights();
  top.mutable_keys()->set_dtype(v1::DATA_TYPE_I32);
  const testing::TempFolder folder;
  ASSERT_THAT(WriteAnswer(response, folder.File("y.safetensors")), IsOk());
  const auto file = SafetensorsFile::Open(folder.File("y.safetensors"));
  EXPECT_EQ(file->Find("top_keys")->dtype, DType::kI32);
  EXPECT_EQ(file->ReadTensor("top_weights")->floats()[0], 1);
  EXPECT_EQ(file->metadata().at("top_keys.rows"), "4");
}

TEST(WriteAnswerTest, SaysThatItCannotWrite) {
  const absl::Status status =
      WriteAnswer(Response(), ::testing::TempDir() + "no/such/folder/y.safetensors");
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kNotFound, HasSubstr("--output: ")));
  EXPECT_EQ(ExitCodeOf(status), kExitCannotCreate);
}

}  // namespace
}  // namespace headwise
