#include "engine/checkpoint/rope_reader.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::HasSubstr;

RopeRule Used() {
  RopeRule rule;
  rule.used = true;
  return rule;
}

absl::StatusOr<RopeSpec> Read(const std::string& config, RopeRule rule = Used(),
                              std::int64_t head_dim = 8, bool sliding = false) {
  return ReadRope(rule, Config::Parse(config).value(), head_dim, sliding);
}

std::string Scaling(const std::string& fields) {
  return absl::StrCat(R"({"max_position_embeddings":131072,"rope_scaling":{)", fields, "}}");
}

void ExpectError(const std::string& config, const std::string& text,
                 absl::StatusCode code = absl::StatusCode::kInvalidArgument) {
  EXPECT_THAT(Read(config), StatusIs(code, HasSubstr(text)));
}

TEST(RopeReaderTest, PlainFields) {
  EXPECT_EQ(Read("{}", RopeRule{})->dims, 0);
  EXPECT_EQ(Read("{}")->dims, 8);
  EXPECT_EQ(Read("{}")->base, 10000);
  EXPECT_EQ(Read(R"({"rope_theta":1e6,"partial_rotary_factor":0.5})")->dims, 4);
  EXPECT_EQ(Read(R"({"rope_theta":1000000})")->base, 1e6);
  EXPECT_EQ(Read(R"({"rope_scaling":null})")->scaling, RopeScaling::kNone);
  EXPECT_EQ(Read(Scaling(R"("rope_type":"default")"))->scaling, RopeScaling::kNone);
}

TEST(RopeReaderTest, RopeParametersOfNewerFiles) {
  const auto rope =
      Read(R"({"rope_theta":1,"rope_parameters":{"rope_theta":5e5,"partial_rotary_factor":0.25,)"
           R"("rope_type":"linear","factor":3}})");
  ASSERT_THAT(rope, IsOk());
  EXPECT_EQ(rope->base, 5e5);
  EXPECT_EQ(rope->dims, 2);
  EXPECT_EQ(rope->scaling, RopeScaling::kLinear);
  EXPECT_EQ(rope->factor, 3);
  EXPECT_EQ(Read(R"({"rope_parameters":{"rope_theta":7000}})")->base, 7000);
}

TEST(RopeReaderTest, RopeParametersByKindOfLayer) {
  const std::string config =
      R"({"rope_parameters":{"full_attention":{"rope_theta":1e6,"rope_type":"linear","factor":8},)"
      R"("sliding_attention":{"rope_theta":1e4,"rope_type":"default"}}})";
  RopeRule rule = Used();
  rule.sliding_base = {{"rope_local_base_freq"}, 2000.0};
  EXPECT_EQ(Read(config, rule, 8, true)->base, 1e4);
  EXPECT_EQ(Read(config, rule, 8, true)->scaling, RopeScaling::kNone);
  EXPECT_EQ(Read(config, rule, 8, false)->base, 1e6);
  EXPECT_EQ(Read(config, rule, 8, false)->factor, 8);
  EXPECT_EQ(Read("{}", rule, 8, true)->base, 2000);
}

TEST(RopeReaderTest, YarnMagnitude) {
  const std::string yarn = R"("rope_type":"yarn","factor":40)";
  EXPECT_NEAR(Read(Scaling(yarn))->attention_factor, 1.3688879454113936, 1e-15);
  EXPECT_NEAR(Read(Scaling(yarn + R"(,"mscale":0.707,"mscale_all_dim":1.0)"))->attention_factor,
              0.9210423553163399, 1e-15);
  EXPECT_EQ(Read(Scaling(yarn + R"(,"attention_factor":1.5)"))->attention_factor, 1.5);
  EXPECT_EQ(Read(Scaling(yarn))->original_max_positions, 131072);
  EXPECT_EQ(Read(Scaling(yarn + R"(,"beta_fast":16,"truncate":false)"))->beta_fast, 16);
}

TEST(RopeReaderTest, LongRopeMagnitudeAndNames) {
  const std::string lists = R"("short_factor":[1,1,1,1],"long_factor":[1,2,3,4.5],)"
                            R"("original_max_position_embeddings":4096)";
  for (const char* name : {"longrope", "su"}) {
    const auto rope = Read(Scaling(absl::StrCat(R"("type":")", name, "\",", lists)));
    ASSERT_THAT(rope, IsOk());
    EXPECT_EQ(rope->scaling, RopeScaling::kLongRope);
    EXPECT_EQ(rope->factor, 32);
    EXPECT_NEAR(rope->attention_factor, 1.1902380714238083, 1e-15);
    EXPECT_EQ(rope->long_factors.back(), 4.5);
  }
  RopeRule phi3 = Used();
  phi3.yarn_is_longrope = true;
  EXPECT_EQ(Read(Scaling(R"("type":"yarn",)" + lists), phi3)->scaling, RopeScaling::kLongRope);
}

TEST(RopeReaderTest, LongRopeListsMustFit) {
  ExpectError(Scaling(R"("type":"longrope","short_factor":[1,1],"long_factor":[1,1,1,1])"),
              "config.json: rope_scaling.short_factor: expected 4 numbers for 8 rotated values, "
              "found 2");
  ExpectError(Scaling(R"("type":"longrope","short_factor":[1,1,1,0],"long_factor":[1,1,1,1])"),
              "rope_scaling.short_factor: expected numbers above 0 in the range of F32, found 0");
  ExpectError(Scaling(R"("type":"longrope","short_factor":[1,1,1,NaN])"),
              "rope_scaling.short_factor: expected a list of finite numbers");
}

TEST(RopeReaderTest, Llama3NeedsItsNumbers) {
  const std::string some = R"("rope_type":"llama3","factor":8,"low_freq_factor":1)";
  ExpectError(Scaling(some), "add rope_scaling.high_freq_factor");
  ExpectError(Scaling(some + R"(,"high_freq_factor":1)"),
              "rope_scaling.high_freq_factor: expected more than 1, found 1");
  ExpectError(Scaling(some + R"(,"high_freq_factor":4)"),
              "add rope_scaling.original_max_position_embeddings");
}

TEST(RopeReaderTest, NumbersOutOfRange) {
  ExpectError(R"({"rope_theta":0})", "config.json: rope_theta: expected more than 1, found 0");
  ExpectError(R"({"rope_theta":Infinity})", "rope_theta: expected a finite number");
  ExpectError(R"({"partial_rotary_factor":1.5})", "expected at most 1, found 1.5");
  ExpectError(R"({"partial_rotary_factor":0.4})", "expected an even number of rotated values");
  ExpectError(Scaling(R"("type":"linear")"), "add rope_scaling.factor");
  ExpectError(Scaling(R"("type":"linear","factor":-1)"), "factor: expected more than 0, found -1");
  ExpectError(R"({"rope_scaling":{"type":"dynamic","factor":2}})", "add max_position_embeddings");
}

TEST(RopeReaderTest, KindsThatAreNotKnown) {
  ExpectError(Scaling(R"("type":"mrope")"), "rope_scaling.rope_type \"mrope\" is not supported",
              absl::StatusCode::kUnimplemented);
  ExpectError(Scaling(R"("factor":2)"), "add rope_scaling.rope_type");
  ExpectError(R"({"rope_scaling":"linear"})", "rope_scaling: expected an object, found \"linear\"");
}

}  // namespace
}  // namespace headwise
