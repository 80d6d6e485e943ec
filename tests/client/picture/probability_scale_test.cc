#include "client/picture/probability_scale.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

std::vector<std::string> TextsOf(const ProbabilityScale& scale) {
  std::vector<std::string> texts;
  for (const auto& mark : scale.Marks()) texts.push_back(mark.text);
  return texts;
}

TEST(ProbabilityScaleTest, FollowsTheSquareRoot) {
  const ProbabilityScale scale({0.1f, 1});
  EXPECT_EQ(scale.end(), 1);
  EXPECT_EQ(scale.ShareOf(0), 0);
  EXPECT_EQ(scale.ShareOf(0.25), 0.5);
  EXPECT_EQ(scale.ShareOf(1), 1);
}

TEST(ProbabilityScaleTest, EndsAtANiceNumber) {
  const ProbabilityScale scale({0.01f, 0.04f, 0.03f});
  EXPECT_EQ(scale.end(), 0.05);
  EXPECT_FALSE(scale.cut());
  EXPECT_THAT(TextsOf(scale),
              ::testing::ElementsAre("0", "0.0005", "0.0025", "0.01", "0.025", "0.05"));
}

TEST(ProbabilityScaleTest, CutsFewBrightValues) {
  std::vector<float> values(1000, 0.001f);
  values[500] = 1;
  const ProbabilityScale scale(values);
  EXPECT_DOUBLE_EQ(scale.end(), 0.001);
  EXPECT_TRUE(scale.cut());
  EXPECT_EQ(scale.ShareOf(1), 1);
  EXPECT_EQ(TextsOf(scale).back(), ">=0.001");
}

TEST(ProbabilityScaleTest, NeverExceedsOne) {
  EXPECT_EQ(ProbabilityScale({1.0000001f}).end(), 1);
  EXPECT_FALSE(ProbabilityScale({1.0000001f}).cut());
}

TEST(ProbabilityScaleTest, StandsValuesThatAreMissingOrZero) {
  EXPECT_EQ(ProbabilityScale({}).end(), 1);
  EXPECT_GT(ProbabilityScale({0, 0, 0}).end(), 0);
}

TEST(ProbabilityScaleTest, MarksRise) {
  double last = -1;
  for (const auto& mark : ProbabilityScale({0.2f}).Marks()) {
    EXPECT_GT(mark.share, last);
    last = mark.share;
  }
  EXPECT_EQ(last, 1);
}

}  // namespace
}  // namespace headwise
