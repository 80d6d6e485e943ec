#include "server/options/settings.h"

#include <set>

#include "server/options/print_settings.h"
#include "tests/server/options/flag_samples.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
constexpr auto kUsage = absl::StatusCode::kInvalidArgument;
constexpr auto kConfig = absl::StatusCode::kFailedPrecondition;

// What the sources say, as far as they are there.
struct Sources {
  RawFlags raw;
  Environment environment;
  ConfigFile file{"x.toml", {}};
};

ConfigFile FileWith(const FlagSample& sample) {
  const auto file = ParseConfig("x.toml", "# x\n" + sample.name + " = " + sample.file + "\n");
  EXPECT_THAT(file, IsOk());
  return *file;
}

std::string ValueOf(const FlagSample& sample, const Sources& sources) {
  Options options;
  EXPECT_THAT(
      ApplySettings(ChooseSettings(sources.raw, sources.environment, sources.file), options),
      IsOk());
  return sample.get(options);
}

TEST(SettingsTest, EveryFlagTakesTheFirstSourceThatHasIt) {
  for (const FlagSample& sample : FlagSamples()) {
    SCOPED_TRACE(sample.name);
    Sources sources;
    EXPECT_EQ(ValueOf(sample, sources), sample.default_value);
    sources.file = FileWith(sample);
    EXPECT_EQ(ValueOf(sample, sources), sample.from_file);
    sources.environment[EnvironmentName(*FindFlag(sample.name))] = sample.environment;
    EXPECT_EQ(ValueOf(sample, sources), sample.from_environment);
    sources.raw.values[sample.name] = {sample.command_line};
    EXPECT_EQ(ValueOf(sample, sources), sample.from_command_line);
  }
}

TEST(SettingsTest, TheSamplesCoverEveryFlag) {
  std::set<std::string> sampled;
  for (const FlagSample& sample : FlagSamples()) sampled.insert(sample.name);
  for (const Flag& flag : FlagTable()) {
    EXPECT_EQ(sampled.count(std::string(flag.name)), flag.in_file ? 1u : 0u) << flag.name;
  }
}

TEST(SettingsTest, TheTablesDefaultsAreThoseOfOptions) {
  for (const FlagSample& sample : FlagSamples()) {
    const Flag& flag = *FindFlag(sample.name);
    Options options;
    if (flag.type != FlagType::kList) {
      ASSERT_THAT(flag.set(sample.command_line, options), IsOk());
      ASSERT_THAT(flag.set(flag.default_value, options), IsOk());
    }
    EXPECT_EQ(sample.get(options), sample.get(Options())) << sample.name;
  }
}

TEST(SettingsTest, ErrorsNameTheSource) {
  const FlagSample bad = {"workers", "5000", "x", "y", nullptr, "", "", "", ""};
  Options options;
  EXPECT_THAT(ApplySettings(ChooseSettings({}, {}, FileWith(bad)), options),
              StatusIs(kConfig, HasSubstr("x.toml:2: workers: expected a whole number")));
  EXPECT_THAT(ApplySettings(ChooseSettings({}, {{"HEADWISE_WORKERS", "x"}}, {}), options),
              StatusIs(kConfig, HasSubstr("HEADWISE_WORKERS: expected a whole number")));
  EXPECT_THAT(ApplySettings(ChooseSettings({{{"workers", {"y"}}}, ""}, {}, {}), options),
              StatusIs(kUsage, HasSubstr("--workers: expected a whole number")));
}

// Prints the settings of each source in turn and reads them back as a file.
TEST(SettingsTest, WhatIsPrintedReadsBackTheSame) {
  for (const FlagSample& sample : FlagSamples()) {
    SCOPED_TRACE(sample.name);
    Sources sources;
    for (int source = 0; source < 4; ++source) {
      if (source == 1) sources.file = FileWith(sample);
      if (source == 2) {
        sources.environment[EnvironmentName(*FindFlag(sample.name))] = sample.environment;
      }
      if (source == 3) sources.raw.values[sample.name] = {sample.command_line};
      Sources back;
      const auto file = ParseConfig(
          "x.toml", PrintSettings(ChooseSettings(sources.raw, sources.environment, sources.file)));
      ASSERT_THAT(file, IsOk());
      back.file = *file;
      EXPECT_EQ(ValueOf(sample, back), ValueOf(sample, sources)) << source;
    }
  }
}

TEST(PrintSettingsTest, SaysWhereValuesCameFrom) {
  const RawFlags raw = {{{"workers", {"007"}}}, ""};
  const auto file = ParseConfig("x.toml", "queue-requests = 5");
  const std::string text =
      PrintSettings(ChooseSettings(raw, {{"HEADWISE_REFLECTION", "no"}}, *file));
  EXPECT_THAT(text, ::testing::ContainsRegex("\nworkers = 7 +# command line\n"));
  EXPECT_THAT(
      text, ::testing::ContainsRegex("\nreflection = false +# environment, HEADWISE_REFLECTION\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\nqueue-requests = 5 +# file, x.toml:1\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\nmodel = \\[\\] +# default\n"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("\ncheck")));
}

TEST(PrintSettingsTest, NamesCannotBreakTheFile) {
  const auto file = ParseConfig("x\nworkers = 3", "workers = 4");
  ASSERT_THAT(file, IsOk());
  const RawFlags raw = {{{"model", {"a=\"\\\n\t\x01\x7f\xc3\xa9'", "b=#"}}}, ""};
  const std::string text = PrintSettings(ChooseSettings(raw, {}, *file));
  const auto back = ParseConfig("x.toml", text);
  ASSERT_THAT(back, IsOk());
  EXPECT_EQ(back->values.at("workers").values.at(0), "4");
  EXPECT_EQ(back->values.at("model").values, raw.values.at("model"));
}

TEST(PrintSettingsTest, WhatIsNoUtf8IsRefusedWhenReadBack) {
  const RawFlags raw = {{{"model", {"a=\xff"}}}, ""};
  EXPECT_THAT(ParseConfig("x.toml", PrintSettings(ChooseSettings(raw, {}, {}))),
              StatusIs(kConfig, AllOf(HasSubstr("model = "), HasSubstr("utf-8"))));
}

}  // namespace
}  // namespace headwise::testing
