// docs/configuration.md says what the code does.
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/options/config_file.h"
#include "server/options/flag_table.h"
#include "server/options/help_text.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {
namespace {

std::string Document() {
  std::ifstream stream(HEADWISE_SOURCE_DIR "/docs/configuration.md");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string Code(absl::string_view text) {
  return text.empty() ? "" : absl::StrCat("`", text, "`");
}

// The first cells of a flag's row, as they must be.
std::string Row(const Flag& flag) {
  std::string row = "|";
  for (const std::string& cell : {Code(absl::StrCat("--", flag.name)), Code(EnvironmentName(flag)),
                                  Code(flag.in_file ? flag.name : ""),
                                  std::string(TypeName(flag.type)), Code(flag.default_value)}) {
    absl::StrAppend(&row, cell.empty() ? "" : " ", cell, " |");
  }
  return row;
}

std::vector<std::string> RowsOfDocument() {
  std::vector<std::string> rows;
  for (absl::string_view line : absl::StrSplit(Document(), '\n')) {
    if (absl::StartsWith(line, "| `--")) rows.emplace_back(line);
  }
  return rows;
}

TEST(ConfigurationDocTest, TheTableIsTheFlagTable) {
  const std::vector<std::string> rows = RowsOfDocument();
  ASSERT_EQ(rows.size(), FlagTable().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string expected = Row(FlagTable()[i]);
    EXPECT_EQ(rows[i].substr(0, expected.size()), expected);
    EXPECT_GT(rows[i].size(), expected.size() + 10) << "no effect is told";
  }
}

TEST(ConfigurationDocTest, TheExampleIsAConfigurationFile) {
  const std::string document = Document();
  const std::size_t start = document.find("```toml\n") + 8;
  const auto file =
      ParseConfig("x.toml", document.substr(start, document.find("```\n", start) - start));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->values.at("model").values.size(), 2u);
  Options options;
  for (const auto& [name, given] : file->values) {
    for (const std::string& value : given.values) {
      EXPECT_THAT(FindFlag(name)->set(value, options), IsOk()) << name;
    }
  }
  EXPECT_THAT(ValidateOptions(options), IsOk());
}

TEST(ConfigurationDocTest, TheExitCodesAreThoseOfTheHelp) {
  const std::regex line(" +([0-9][0-9, ]*)  ([a-z])(.*)");
  int codes = 0;
  for (const std::string& text : std::vector<std::string>(absl::StrSplit(HelpText(), '\n'))) {
    std::smatch parts;
    if (!std::regex_match(text, parts, line)) continue;
    ++codes;
    const std::string capital(1, absl::ascii_toupper(parts[2].str()[0]));
    const std::string row =
        absl::StrCat("| ", parts[1].str(), " | ", capital, parts[3].str(), " |\n");
    EXPECT_TRUE(absl::StrContains(Document(), row)) << row;
  }
  EXPECT_EQ(codes, 11);
}

}  // namespace
}  // namespace headwise::testing
