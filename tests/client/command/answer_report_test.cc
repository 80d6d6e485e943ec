#include "client/command/answer_report.h"

#include <sstream>

#include "client/command/answer_tensors.h"
#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

v1::AttendResponse Response() {
  v1::AttendResponse response;
  response.mutable_contributions()->add_heads(4);
  *response.mutable_contributions()->mutable_tensor() = *MakeTensor({1, 1, 2}, {0.5f, -1});
  response.mutable_scores()->add_heads(1);
  response.mutable_scores()->add_rows(6);
  *response.mutable_scores()->mutable_tensor() = *MakeTensor({1, 1, 2}, {3, -INFINITY});
  return response;
}

TEST(AnswerTensorsTest, NamesTensorsHeadsAndRows) {
  const v1::AttendResponse response = Response();
  const auto tensors = AnswerTensors(response);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].name, "contributions");
  EXPECT_EQ(tensors[0].heads.at(0), 4);
  EXPECT_EQ(tensors[1].name, "scores");
  EXPECT_EQ(tensors[1].rows.at(0), 6);
}

TEST(AddAnswerRowsTest, ShowsShapesHeadsAndRows) {
  Table table({{""}, {""}});
  AddAnswerRows(Response(), &table);
  EXPECT_EQ(table.Render(),
            "contributions   F32 [1,1,2], heads 4\n"
            "scores          F32 [1,1,2], heads 1, rows 6\n");
}

TEST(AddAnswerJsonTest, HiddenKeysAreNull) {
  Json json;
  ASSERT_THAT(AddAnswerJson(Response(), true, &json), IsOk());
  EXPECT_EQ(json["contributions"]["values"].dump(), "[0.5,-1.0]");
  EXPECT_EQ(json["scores"]["values"].dump(), "[3.0,null]");
  EXPECT_EQ(json["scores"]["rows"].dump(), "[6]");
}

TEST(AddAnswerJsonTest, OfACoreAnswer) {
  v1::AttendCoreResponse response;
  *response.mutable_log_sum_exp() = *MakeTensor({1, 1, 1}, {0.5f});
  response.add_statistics()->set_diagonal(0.25);
  Json json;
  ASSERT_THAT(AddAnswerJson(response, true, &json), IsOk());
  EXPECT_EQ(json["log_sum_exp"]["values"].dump(), "[0.5]");
  EXPECT_EQ(json["statistics"][0]["diagonal"], 0.25);
}

TEST(PrintHeadTablesTest, RefusesTopKeysThatDoNotFit) {
  v1::AttendResponse response;
  response.mutable_top_keys();
  std::ostringstream out;
  EXPECT_THAT(PrintHeadTables(response, Console{&out, &out}),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("dtype: expected I32")));
}

}  // namespace
}  // namespace headwise
