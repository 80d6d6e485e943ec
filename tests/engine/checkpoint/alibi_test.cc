#include "engine/checkpoint/alibi.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pointwise;

TEST(AlibiTest, PowersThenEveryOtherOfTwiceAsMany) {
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kPowers, 1, 8), ElementsAre(0.00390625));
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kPowers, 5, 8),
              ElementsAre(0.25, 0.0625, 0.015625, 0.00390625, 0.5));
  const std::vector<double> twelve = {0.5,
                                      0.25,
                                      0.125,
                                      0.0625,
                                      0.03125,
                                      0.015625,
                                      0.0078125,
                                      0.00390625,
                                      0.7071067811865476,
                                      0.35355339059327384,
                                      0.17677669529663695,
                                      0.08838834764831849};
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kPowers, 12, 8), Pointwise(DoubleNear(1e-15), twelve));
}

TEST(AlibiTest, InterleavedTakesTheEvenOnesFirst) {
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kInterleaved, 5, 8),
              ElementsAre(0.25, 0.0625, 0.015625, 0.00390625, 0.5));
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kInterleaved, 3, 8),
              ElementsAre(0.0625, 0.00390625, 0.25));
  EXPECT_THAT(MakeAlibiSlopes(AlibiSlopes::kInterleaved, 4, 4),
              ElementsAre(0.5, 0.25, 0.125, 0.0625));
}

TEST(AlibiTest, FlagAndScale) {
  AlibiRule rule;
  rule.slopes = AlibiSlopes::kPowers;
  rule.enabled = {"alibi", false};
  rule.scaled = true;
  EXPECT_THAT(*ReadAlibi(rule, *Config::Parse("{}"), 2, 4), IsEmpty());
  EXPECT_THAT(*ReadAlibi(rule, *Config::Parse(R"({"alibi":true})"), 2, 4),
              ElementsAre(0.03125f, 0.001953125f));
  EXPECT_THAT(ReadAlibi(rule, *Config::Parse(R"({"alibi":1})"), 2, 4),
              testing::StatusIs(absl::StatusCode::kInvalidArgument,
                                "config.json: alibi: expected true or false, found 1"));
}

}  // namespace
}  // namespace headwise
