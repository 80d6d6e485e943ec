#include "client/command/statistics_report.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::HeadStatistics Statistics() {
  v1::HeadStatistics statistics;
  statistics.set_head(3);
  statistics.set_entropy(2 * std::log(2.0));
  statistics.set_largest_weight(0.5);
  statistics.set_mean_distance(1.25);
  statistics.set_first_token(0.125);
  statistics.set_diagonal(0.0625);
  return statistics;
}

TEST(StatisticsTest, EntropyIsInBits) { EXPECT_DOUBLE_EQ(EntropyBits(Statistics()), 2); }

TEST(StatisticsTest, CellsFitTheColumns) {
  EXPECT_THAT(StatisticsCells(Statistics()),
              ElementsAre("2.00", "0.500", "1.25", "0.125", "0.062"));
  EXPECT_EQ(StatisticsColumns().size(), StatisticsCells(Statistics()).size());
}

TEST(StatisticsTest, TableHasEverySequenceAndHead) {
  google::protobuf::RepeatedPtrField<v1::HeadStatistics> all;
  *all.Add() = Statistics();
  all[0].set_sequence(1);
  EXPECT_THAT(StatisticsTable(all).Render(), HasSubstr("\n       1      3             2.00"));
}

TEST(StatisticsTest, JsonKeepsTheNames) {
  EXPECT_EQ(StatisticsJson(Statistics()).dump(),
            R"({"entropy_bits":2.0,"largest_weight":0.5,"mean_distance":1.25,)"
            R"("first_token":0.125,"diagonal":0.0625})");
}

}  // namespace
}  // namespace headwise
