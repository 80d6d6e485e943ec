#include "engine/attention/batch.h"

#include <vector>

#include "engine/tensor/tensor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

// Two tasks of width 2: [2,3,2] with lengths 2 and 3, and [1,1,2].
class BatchTest : public ::testing::Test {
 protected:
  BatchTest() {
    for (int i = 0; i < 12; ++i) first_.floats()[i] = static_cast<float>(i);
    second_.floats()[0] = 100;
    second_.floats()[1] = 101;
    requests_[0].input = first_.view();
    requests_[0].lengths = {2, 3};
    requests_[1].input = second_.view();
    for (int i = 0; i < 2; ++i) tasks_[i].request = &requests_[i];
  }

  Tensor first_{DType::kF32, *Shape::Create({2, 3, 2})};
  Tensor second_{DType::kF32, *Shape::Create({1, 1, 2})};
  AttentionRequest requests_[2];
  AttentionTask tasks_[2];
  AttentionTask* pointers_[2] = {&tasks_[0], &tasks_[1]};
};

TEST_F(BatchTest, LaysRowsEndToEnd) {
  Batch batch(pointers_);
  EXPECT_EQ(batch.rows(), 6);
  std::vector<float> rows(12);
  batch.ReadInput(Operand::kQueries, 0, 6, rows.data());
  EXPECT_THAT(rows, ::testing::ElementsAre(0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 100, 101));
}

TEST_F(BatchTest, KnowsWhichRowsLieSideBySide) {
  Batch batch(pointers_);
  EXPECT_EQ(batch.InputInPlace(Operand::kQueries, 0, 2), first_.floats());
  EXPECT_EQ(batch.InputInPlace(Operand::kQueries, 1, 2),
            nullptr);  // row 2 of the first sequence is left out
  EXPECT_EQ(batch.InputInPlace(Operand::kQueries, 2, 3), first_.floats() + 6);
  EXPECT_EQ(batch.InputInPlace(Operand::kQueries, 4, 2), nullptr);  // two tasks
}

TEST_F(BatchTest, KeysOfTheirOwnHaveTheirOwnRows) {
  requests_[0].lengths = {};
  requests_[0].key_input = second_.view();
  Tensor keys(DType::kF32, *Shape::Create({2, 2, 1}));
  for (int i = 0; i < 4; ++i) keys.floats()[i] = static_cast<float>(i);
  requests_[0].key_input = keys.view();
  requests_[0].key_lengths = {0, 2};
  Batch batch({pointers_, 1});
  EXPECT_TRUE(batch.cross());
  EXPECT_EQ(batch.rows(), 6);
  EXPECT_EQ(batch.key_rows(), 2);
  EXPECT_EQ(batch.sequences()[0].keys, 0);
  std::vector<float> rows(2);
  batch.ReadInput(Operand::kKeys, 0, 2, rows.data());
  EXPECT_THAT(rows, ::testing::ElementsAre(2, 3));
  EXPECT_EQ(batch.InputInPlace(Operand::kValues, 0, 2), keys.floats() + 2);
}

TEST_F(BatchTest, WritesContextToWhoeverWantsIt) {
  Tensor context(DType::kF32, *Shape::Create({1, 1, 3}));
  tasks_[1].outputs.context = context.mutable_view();
  Batch batch(pointers_);
  const std::vector<float> rows = {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7, 8};
  batch.WriteContext(0, 6, rows.data());
  EXPECT_EQ(context.floats()[0], 6);
  EXPECT_EQ(context.floats()[2], 8);
  EXPECT_EQ(batch.ContextInPlace(5, 1), context.floats());
  EXPECT_EQ(batch.ContextInPlace(0, 1), nullptr);
}

TEST_F(BatchTest, TheFirstFailureCounts) {
  Batch batch(pointers_);
  batch.RunFor(0, [] { return absl::InternalError("first"); });
  batch.Fail(0, absl::InternalError("second"));
  EXPECT_TRUE(batch.Stopped(0));
  EXPECT_FALSE(batch.AllStopped());
  batch.Finish();
  EXPECT_THAT(tasks_[0].status, StatusIs(absl::StatusCode::kInternal, HasSubstr("first")));
  EXPECT_THAT(tasks_[1].status, testing::IsOk());
}

TEST_F(BatchTest, ShortMemoryIsAStatus) {
  Batch batch(pointers_);
  batch.RunForAll([]() -> absl::Status { throw std::bad_alloc(); });
  batch.Finish();
  for (const AttentionTask& task : tasks_) {
    EXPECT_THAT(task.status,
                StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("send fewer tokens")));
  }
}

}  // namespace
}  // namespace headwise
