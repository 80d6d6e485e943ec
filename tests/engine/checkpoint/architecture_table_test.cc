#include "engine/checkpoint/architecture_table.h"

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

// Calls check(row, section) for every section.
template <typename Check>
void ForEachSection(Check check) {
  for (const ArchitectureRow& row : ArchitectureTable()) {
    for (const Section& section : row.sections) check(row, section);
  }
}

TEST(ArchitectureTableTest, NamesAreUnique) {
  std::set<std::string> names;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
  }
}

TEST(ArchitectureTableTest, EveryModelTypeThatIsWanted) {
  std::set<std::string> types;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    for (absl::string_view type : row.model_types) types.insert(std::string(type));
  }
  EXPECT_THAT(types, ::testing::IsSupersetOf(
                         {"gpt2",        "bert",        "roberta",     "xlm-roberta",
                          "camembert",   "electra",     "distilbert",  "llama",
                          "mistral",     "mixtral",     "qwen2",       "qwen2_moe",
                          "qwen3",       "qwen3_moe",   "gemma",       "gemma2",
                          "gemma3",      "gemma3_text", "gpt_neox",    "bloom",
                          "falcon",      "phi",         "phi3",        "gptj",
                          "gpt_bigcode", "mpt",         "opt",         "gpt_oss",
                          "t5",          "mt5",         "whisper",     "clip",
                          "vit",         "deit",        "dinov2",      "olmo2",
                          "cohere",      "granite",     "starcoder2",  "stablelm",
                          "torch_mha",   "rasbt_mha",   "rasbt_qwen3", "clip_text_model",
                          "llama_meta",  "rasbt_llama3"}));
}

TEST(ArchitectureTableTest, SectionsAreComplete) {
  ForEachSection([](const ArchitectureRow& row, const Section& section) {
    EXPECT_FALSE(row.model_types.empty()) << row.name;
    EXPECT_FALSE(row.prefixes.empty()) << row.name;
    EXPECT_FALSE(section.modules.empty()) << row.name;
    EXPECT_FALSE(section.fields.heads.empty()) << row.name;
    EXPECT_FALSE(section.fields.width.empty()) << row.name;
    EXPECT_EQ(section.output.weight.empty(), section.output_rule == OutputRule::kNone) << row.name;
  });
}

TEST(ArchitectureTableTest, PackingTellsTheNumberOfTensors) {
  ForEachSection([](const ArchitectureRow& row, const Section& section) {
    std::size_t tensors = 3;
    if (section.packing == Packing::kContiguous || section.packing == Packing::kGrouped) {
      tensors = 1;
    }
    if (section.packing == Packing::kQueryAndKeyValue) tensors = 2;
    EXPECT_EQ(section.inputs.size(), tensors) << row.name;
  });
}

TEST(ArchitectureTableTest, PerHeadNamesHoldTheHead) {
  ForEachSection([](const ArchitectureRow& row, const Section& section) {
    for (const Projection& input : section.inputs) {
      EXPECT_EQ(input.weight.find("{h}") != std::string::npos, section.packing == Packing::kPerHead)
          << row.name;
    }
  });
}

}  // namespace
}  // namespace headwise
