#include "server/options/config_file.h"

#include <fstream>

#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
constexpr auto kConfig = absl::StatusCode::kFailedPrecondition;

absl::StatusOr<ConfigFile> Parse(absl::string_view text) { return ParseConfig("x.toml", text); }

TEST(ConfigFileTest, ReadsValues) {
  const auto file = Parse(
      "workers = 4\n\nmax-message-bytes = \"1MiB\"\nqueue-bytes = 4000000\n"
      "reflection = false");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->name, "x.toml");
  EXPECT_THAT(file->values.at("workers").values, ElementsAre("4"));
  EXPECT_THAT(file->values.at("max-message-bytes").values, ElementsAre("1MiB"));
  EXPECT_EQ(file->values.at("max-message-bytes").line, 3);
  EXPECT_THAT(file->values.at("queue-bytes").values, ElementsAre("4000000"));
  EXPECT_THAT(file->values.at("reflection").values, ElementsAre("false"));
}

TEST(ConfigFileTest, ModelsAreAListOrATable) {
  EXPECT_THAT(Parse("model = ['a=x', 'b=y']")->values.at("model").values,
              ElementsAre("a=x", "b=y"));
  EXPECT_THAT(Parse("[model]\na = 'x'\n\"b.c\" = 'y'")->values.at("model").values,
              ElementsAre("a=x", "b.c=y"));
  EXPECT_TRUE(Parse("model = []")->values.at("model").values.empty());
}

TEST(ConfigFileTest, UnknownKeysAreErrors) {
  EXPECT_THAT(Parse("\nqueue_tokns = 4"),
              StatusIs(kConfig, "x.toml:2: queue_tokns: unknown key; did you mean queue-tokens?"));
  EXPECT_THAT(Parse("zzz = 4"), StatusIs(kConfig, AllOf(StartsWith("x.toml:1: zzz: unknown key"),
                                                        Not(HasSubstr("did you mean")))));
  EXPECT_THAT(Parse("[models]"), StatusIs(kConfig, HasSubstr("x.toml:1: [models]: unknown table")));
  EXPECT_THAT(Parse("[workers]"), StatusIs(kConfig, HasSubstr("[workers]: unknown table")));
  EXPECT_THAT(Parse("'a\\n' = 1"), StatusIs(kConfig, StartsWith("x.toml:1: a\\\\n: ")));
}

TEST(ConfigFileTest, WrongTypesAreErrors) {
  for (const char* line :
       {"workers = '4'", "workers = true", "workers = ['4']", "reflection = 'yes'",
        "reflection = 1", "drain-delay = 3", "log-slow = false", "log-level = true",
        "listen = ['x:1']", "queue-bytes = true", "model = 'a=x'", "model = 1", "workers = 1.5",
        "model = ['a=x', 1]", "drain-delay = 00:00:03", "queue-bytes = 2024-05-01"}) {
    EXPECT_THAT(Parse(line),
                StatusIs(kConfig, AllOf(StartsWith("x.toml:1: "), HasSubstr(": expected "),
                                        HasSubstr(", got "))))
        << line;
  }
  EXPECT_THAT(
      Parse("workers = '4'"),
      StatusIs(kConfig, "x.toml:1: workers: expected a whole number without quotes, got a string"));
}

TEST(ConfigFileTest, ActionsAreNoKeys) {
  EXPECT_THAT(Parse("config = 'y.toml'"), StatusIs(kConfig, HasSubstr("--config")));
  EXPECT_THAT(Parse("check = true"), StatusIs(kConfig, HasSubstr("--check or HEADWISE_CHECK")));
  EXPECT_THAT(Parse("print-config = true"), StatusIs(kConfig, HasSubstr("--print-config")));
}

TEST(ConfigFileTest, ATableOfModelsHoldsModelsOnly) {
  EXPECT_THAT(Parse("[model]\na = 'x'\nlisten = '127.0.0.1:1'"),
              StatusIs(kConfig, HasSubstr("x.toml:3: listen: a flag's key below [model]")));
  EXPECT_THAT(Parse("[model]\na = 3"), StatusIs(kConfig, HasSubstr("x.toml:2: model.a: expected")));
  EXPECT_THAT(Parse("[model]\ngpt2.small = 'x'"),
              StatusIs(kConfig, AllOf(HasSubstr("x.toml:2: model.gpt2: "),
                                      HasSubstr("got a table; quote names with dots"))));
  EXPECT_THAT(Parse("[model]\n\n'a b' = 'x'"),
              StatusIs(kConfig, HasSubstr("x.toml:3: model: expected NAME=DIR")));
}

TEST(ConfigFileTest, SyntaxErrorsNameTheLine) {
  EXPECT_THAT(Parse("workers = 1\nworkers = 2"),
              StatusIs(kConfig, StartsWith("x.toml:2: \"workers = 2\" is no TOML: ")));
  EXPECT_THAT(Parse("\n\nlog-slow = 5s"),
              StatusIs(kConfig, StartsWith("x.toml:3: \"log-slow = 5s\" is no TOML: ")));
}

TEST(ConfigFileTest, ReadsAFileAndNamesItWithoutItsFolder) {
  const TempFolder temp;
  std::ofstream(temp.File("server.toml")) << "workers = 3\n";
  const auto file = ReadConfigFile(temp.File("server.toml"), "--config");
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->name, "server.toml");
  EXPECT_THAT(file->values.at("workers").values, ElementsAre("3"));
}

TEST(ConfigFileTest, FilesThatCannotBeReadAreErrors) {
  const TempFolder temp;
  EXPECT_THAT(ReadConfigFile(temp.File("none.toml"), "--config"),
              StatusIs(kConfig, "--config: cannot read \"none.toml\": No such file or directory"));
  EXPECT_THAT(ReadConfigFile(temp.path(), "--config"),
              StatusIs(kConfig, HasSubstr("Is a directory")));
  std::ofstream(temp.File("big.toml")) << std::string((1 << 20) + 1, '\n');
  EXPECT_THAT(ReadConfigFile(temp.File("big.toml"), "--config"),
              StatusIs(kConfig, HasSubstr("1 MiB")));
  std::ofstream(temp.File("empty.toml"));
  EXPECT_THAT(ReadConfigFile(temp.File("empty.toml"), "--config"), IsOk());
}

}  // namespace
}  // namespace headwise::testing
