// The cases that must pass: skipping one would be a failure.
#include <string>

#include "gtest/gtest.h"
#include "tests/golden/golden_check.h"

namespace headwise::testing {
namespace {

class GoldenTest : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenTest, Passes) {
  auto engine = Engine::Create({/*workers=*/2});
  ASSERT_TRUE(engine.ok()) << engine.status();
  const std::string folder = std::string(HEADWISE_SOURCE_DIR "/tests/data/golden/") + GetParam();
  const GoldenResult result = CheckGoldenCase(**engine, folder);
  EXPECT_EQ(result.verdict, Verdict::kPassed) << result.reason;
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest,
                         ::testing::Values("rasbt_v1", "rasbt_v2", "rasbt_wrapper_h2",
                                           "rasbt_wrapper_h3", "rasbt_wrapper_h3_out_proj",
                                           "rasbt_mha", "rasbt_mha_bias", "rasbt_same_wrapper",
                                           "rasbt_same_fused", "rasbt_same_combined",
                                           "ch03_published_wrapper", "ch03_published_mha",
                                           "torch_mha_self", "gpt2", "gpt2_one_token", "gpt2_f16"),
                         [](const auto& info) { return std::string(info.param); });

// A case whose expected values are off must fail: the checks bite.
TEST(GoldenCheckTest, AWrongFolderFails) {
  auto engine = Engine::Create({/*workers=*/1});
  ASSERT_TRUE(engine.ok()) << engine.status();
  EXPECT_EQ(CheckGoldenCase(**engine, HEADWISE_SOURCE_DIR "/tests/data").verdict, Verdict::kFailed);
}

}  // namespace
}  // namespace headwise::testing
