#include "engine/simd/instruction_set.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"

namespace headwise {
namespace {

TEST(InstructionSetTest, NamesWhatRuns) {
  std::vector<std::string> names;
  testing::ForEachTarget([&] { names.push_back(InstructionSet()); });
  const std::vector<std::string> known = {"avx512", "avx2",   "sse4", "ssse3",
                                          "sse2",   "emu128", "neon", "scalar"};
  for (const std::string& name : names) EXPECT_THAT(known, ::testing::Contains(name));
  EXPECT_EQ(InstructionSet(), names.front());
}

}  // namespace
}  // namespace headwise
