#include "engine/checkpoint/architecture_table.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(ArchitectureTableTest, NamesAndModelTypesAreUnique) {
  std::set<std::string> names;
  std::set<std::string> types;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
    for (absl::string_view type : row.model_types) {
      EXPECT_TRUE(types.insert(std::string(type)).second) << type;
    }
  }
  EXPECT_THAT(types, ::testing::IsSupersetOf({"gpt2", "torch_mha", "rasbt_mha"}));
}

TEST(ArchitectureTableTest, RowsAreComplete) {
  for (const ArchitectureRow& row : ArchitectureTable()) {
    EXPECT_FALSE(row.model_types.empty()) << row.name;
    EXPECT_FALSE(row.modules.empty()) << row.name;
    EXPECT_FALSE(row.prefixes.empty()) << row.name;
    EXPECT_FALSE(row.fields.heads.empty()) << row.name;
    EXPECT_FALSE(row.fields.width.empty()) << row.name;
    EXPECT_EQ(row.inputs.size(), row.packing == Packing::kContiguous ? 1u : 3u) << row.name;
    EXPECT_EQ(row.output.weight.empty(), row.output_rule == OutputRule::kNone) << row.name;
  }
}

TEST(ArchitectureTableTest, PerHeadNamesHoldTheHead) {
  for (const ArchitectureRow& row : ArchitectureTable()) {
    for (const Projection& input : row.inputs) {
      EXPECT_EQ(input.weight.find("{h}") != absl::string_view::npos,
                row.packing == Packing::kPerHead)
          << row.name;
    }
  }
}

}  // namespace
}  // namespace headwise
