#include "client/command/head_statistics.h"

#include <cmath>
#include <cstdint>

#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

TEST(HeadStatisticsTest, OfUniformAttention) {
  HeadStatistics head;
  head.AddRow(3, {0.25f, 0.25f, 0.25f, 0.25f});
  EXPECT_DOUBLE_EQ(head.entropy_bits(), 2);
  EXPECT_DOUBLE_EQ(head.mean_largest_weight(), 0.25);
  EXPECT_DOUBLE_EQ(head.mean_distance(), (3 + 2 + 1 + 0) / 4.0);
}

TEST(HeadStatisticsTest, OfOneKey) {
  HeadStatistics head;
  head.AddRow(5, {0, 0, 1, 0, 0, 0});
  EXPECT_EQ(head.entropy_bits(), 0);
  EXPECT_EQ(head.mean_largest_weight(), 1);
  EXPECT_EQ(head.mean_distance(), 3);
}

TEST(HeadStatisticsTest, AreMeansOverRows) {
  HeadStatistics head;
  head.AddRow(0, {1, 0});
  head.AddRow(1, {0.5f, 0.5f});
  EXPECT_EQ(head.rows(), 2);
  EXPECT_DOUBLE_EQ(head.entropy_bits(), 0.5);
  EXPECT_DOUBLE_EQ(head.mean_largest_weight(), 0.75);
  EXPECT_EQ(head.largest_weight(), 1);
  EXPECT_DOUBLE_EQ(head.mean_distance(), 0.25);
}

TEST(HeadStatisticsTest, RowsWithoutKeysDoNotCount) {
  HeadStatistics head;
  head.AddRow(0, {0, 0});
  EXPECT_EQ(head.rows(), 0);
  EXPECT_EQ(head.entropy_bits(), 0);
}

v1::Probabilities Answer(std::vector<std::int64_t> shape, std::vector<float> values) {
  v1::Probabilities answer;
  *answer.mutable_tensor() = *MakeTensor(shape, values);
  answer.add_heads(1);
  answer.add_heads(0);
  answer.add_rows(1);
  return answer;
}

TEST(AddProbabilitiesTest, SortsByHeadAndSequence) {
  std::vector<HeadStatistics> heads(2);
  // Two sequences, heads 1 and 0, row 1, two keys.
  EXPECT_THAT(AddProbabilities(Answer({2, 2, 1, 2}, {1, 0, 0, 1, 1, 0, 0, 1}), &heads), IsOk());
  EXPECT_EQ(heads[1].mean_distance(), 1);
  EXPECT_EQ(heads[0].mean_distance(), 0);
  EXPECT_EQ(heads[0].rows(), 2);
}

TEST(AddProbabilitiesTest, TakesAnswersWithoutABatch) {
  std::vector<HeadStatistics> heads(2);
  EXPECT_THAT(AddProbabilities(Answer({2, 1, 2}, {0.5f, 0.5f, 0, 1}), &heads), IsOk());
  EXPECT_EQ(heads[1].entropy_bits(), 1);
}

TEST(AddProbabilitiesTest, RefusesAnswersThatContradictThemselves) {
  std::vector<HeadStatistics> heads(2);
  EXPECT_THAT(AddProbabilities(Answer({1, 1, 2}, {1, 0}), &heads),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("shape [1,1,2] does not fit")));
  std::vector<HeadStatistics> one(1);
  EXPECT_THAT(AddProbabilities(Answer({2, 1, 1}, {1, 1}), &one),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("does not fit")));
}

}  // namespace
}  // namespace headwise
