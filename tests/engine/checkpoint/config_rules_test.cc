#include "engine/checkpoint/config_rules.h"

#include <limits>
#include <optional>
#include <string>

#include "engine/checkpoint/rope_reader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

absl::StatusOr<std::optional<double>> Read(double least, const std::string& value) {
  const NumberRule rule = {{"scale"}, 1.0};
  return ReadNumberAbove(least, rule, Config::Parse("{\"scale\":" + value + "}").value());
}

TEST(ConfigRulesTest, KnowsWhatStaysAPositiveNumberAsFloat) {
  for (const double number : {1.0, 1.2e-38, 3.4e38}) EXPECT_TRUE(IsPositiveFloat(number)) << number;
  for (const double number : {0.0, -1.0, 1e-46, 1e-39, 3.5e38, 1e308}) {
    EXPECT_FALSE(IsPositiveFloat(number)) << number;
  }
  EXPECT_FALSE(IsPositiveFloat(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(IsPositiveFloat(std::numeric_limits<double>::infinity()));
}

TEST(ConfigRulesTest, RefusesNumbersThatNoFloatHolds) {
  for (const char* value : {"1e+39", "1e-46", "1e+308", "1e-39"}) {
    const std::string text = "config.json: scale: expected a number in the range of F32, found ";
    EXPECT_THAT(Read(0, value),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(text + value)));
  }
  EXPECT_THAT(Read(0, "0"), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("scale: expected more than 0, found 0")));
  EXPECT_THAT(Read(0, "3e38"), IsOk());
}

RopeSpec Rope(const std::string& scaling) {
  RopeRule rule;
  rule.used = true;
  const Config config =
      Config::Parse(R"({"max_position_embeddings":128,"rope_scaling":{)" + scaling + "}}").value();
  return ReadRope(rule, config, 8, false).value();
}

// factor * length / max - (factor - 1) lost all of its digits.
TEST(ConfigRulesTest, AHugeDynamicFactorLeavesTheModelsOwnLengthAlone) {
  const RopeSpec plain = Rope(R"("type":"default")");
  const RopeSpec rope = Rope(R"("type":"dynamic","factor":1e20)");
  EXPECT_EQ(rope.Frequencies(1), plain.Frequencies(1));
  EXPECT_EQ(rope.Frequencies(128), plain.Frequencies(128));
  EXPECT_LT(rope.Frequencies(129)[1], plain.Frequencies(129)[1]);
}

}  // namespace
}  // namespace headwise
