// docs/checkpoints.md lists every row of the architecture table, in its order.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "engine/checkpoint/architecture_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"

namespace headwise {
namespace {

// The first three columns: name, model_type values, sections.
std::string DocumentedColumns(const ArchitectureRow& row) {
  std::vector<std::string> types;
  for (absl::string_view type : row.model_types) types.push_back(absl::StrCat("`", type, "`"));
  std::vector<absl::string_view> sections;
  for (const Section& section : row.sections) sections.push_back(section.name);
  return absl::StrCat("| ", row.name, " | ", absl::StrJoin(types, ", "), " | ",
                      absl::StrJoin(sections, ", "), " | ");
}

std::vector<std::string> TableLines() {
  const std::string text =
      testing::ReadWholeFile(std::string(HEADWISE_SOURCE_DIR) + "/docs/checkpoints.md");
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, "| ") && line.find(" | `") != absl::string_view::npos) {
      lines.push_back(absl::StrCat("| ", line));
    }
  }
  return lines;
}

TEST(CheckpointsDocTest, HasEveryRow) {
  const std::vector<std::string> lines = TableLines();
  const absl::Span<const ArchitectureRow> table = ArchitectureTable();
  ASSERT_EQ(lines.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_THAT(lines[i], ::testing::StartsWith(DocumentedColumns(table[i])));
  }
}

}  // namespace
}  // namespace headwise
