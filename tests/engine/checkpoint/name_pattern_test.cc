#include "engine/checkpoint/name_pattern.h"

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(NamePatternTest, FillsNumbersIn) {
  EXPECT_EQ(FillName("h.{i}.attn", {3}), "h.3.attn");
  EXPECT_EQ(FillName("l.{i}.heads.{h}.mask", {12, 7}), "l.12.heads.7.mask");
  EXPECT_EQ(FillName("in_proj_weight", {3}), "in_proj_weight");
}

TEST(NamePatternTest, MatchesAndReadsNumbers) {
  const auto numbers = MatchName("l.{i}.heads.{h}.mask", "l.12.heads.0.mask");
  ASSERT_TRUE(numbers.has_value());
  EXPECT_EQ(numbers->layer, 12);
  EXPECT_EQ(numbers->head, 0);
  EXPECT_TRUE(MatchName("mask", "mask").has_value());
}

TEST(NamePatternTest, RefusesOtherNames) {
  EXPECT_FALSE(MatchName("h.{i}.attn", "h.1.attn.bias").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn.bias", "h.1.attn").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn", "h.x.attn").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn", "h..attn").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn", "h.-1.attn").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn", "h.01.attn").has_value());
  EXPECT_FALSE(MatchName("h.{i}.attn", "h.1234567890.attn").has_value());
}

TEST(NamePatternTest, JoinsWithoutEmptyParts) {
  EXPECT_EQ(JoinName("a", "b"), "a.b");
  EXPECT_EQ(JoinName("", "b"), "b");
  EXPECT_EQ(JoinName("a", ""), "a");
}

}  // namespace
}  // namespace headwise
