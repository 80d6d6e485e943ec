#include "client/command/top_keys.h"

#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

// Two heads, one row, two keys a row; head 5 sees one key only.
v1::TopKeys Answer() {
  v1::TopKeys top;
  top.add_heads(2);
  top.add_heads(5);
  top.add_rows(7);
  *top.mutable_weights() = *MakeTensor({1, 2, 1, 2}, {0.75f, 0.25f, 1, 0});
  *top.mutable_keys() = top.weights();
  top.mutable_keys()->set_dtype(v1::DATA_TYPE_I32);
  const std::int32_t keys[] = {3, 0, 6, -1};
  top.mutable_keys()->set_data(keys, sizeof(keys));
  return top;
}

TEST(TopKeyRowsTest, LeavesMissingKeysOut) {
  const auto rows = TopKeyRows(Answer());
  ASSERT_THAT(rows, IsOk());
  ASSERT_EQ(rows->size(), 2u);
  EXPECT_EQ((*rows)[0].keys[0].key, 3);
  EXPECT_EQ((*rows)[0].keys[1].weight, 0.25f);
  EXPECT_EQ((*rows)[1].head, 5);
  EXPECT_EQ((*rows)[1].row, 7);
  EXPECT_EQ((*rows)[1].keys.size(), 1u);
}

TEST(TopKeyRowsTest, RefusesAnswersThatDoNotFit) {
  v1::TopKeys top = Answer();
  top.add_rows(8);
  EXPECT_THAT(TopKeyRows(top),
              StatusIs(absl::StatusCode::kInternal,
                       HasSubstr("[1,2,1,2] does not fit its 2 heads and 2 rows")));
  top = Answer();
  *top.mutable_weights() = *MakeTensor({1}, {1});
  EXPECT_THAT(TopKeyRows(top), StatusIs(absl::StatusCode::kInternal, HasSubstr("does not fit")));
  top = Answer();
  *top.mutable_keys() = top.weights();
  EXPECT_THAT(TopKeyRows(top), StatusIs(absl::StatusCode::kInternal, HasSubstr("expected I32")));
}

TEST(TopKeysTableTest, NamesTokens) {
  const std::string table =
      TopKeysTable(*TopKeyRows(Answer()), {}, {"In", "the", "be", "gin"}).Render();
  EXPECT_THAT(table, HasSubstr("  7      2   3 'gin' (0.750), 0 'In' (0.250)\n"));
  EXPECT_THAT(table, HasSubstr("  7      5   6 (1.000)\n"));  // beyond the labels
}

TEST(TopKeysTableTest, SaysThatARowSeesNoKey) {
  TopKeyRow row;
  EXPECT_THAT(TopKeysTable({row}, {}, {}).Render(), HasSubstr("no key"));
}

TEST(TopKeysJsonTest, HasKeysAndTokens) {
  const Json json = TopKeysJson(*TopKeyRows(Answer()), {}, {"In"});
  EXPECT_EQ(json[0].dump(), R"({"sequence":0,"row":7,"head":2,"keys":[{"key":3,"weight":0.75},)"
                            R"({"key":0,"weight":0.25,"token":"In"}]})");
}

}  // namespace
}  // namespace headwise
