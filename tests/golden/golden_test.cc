#include <string>

#include "gtest/gtest.h"
#include "tests/golden/engine_answerer.h"

namespace headwise::testing {
namespace {

const char kGolden[] = HEADWISE_SOURCE_DIR "/tests/data/golden";

class GoldenTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, Passes) {
  auto engine = Engine::Create({/*workers=*/2});
  ASSERT_TRUE(engine.ok()) << engine.status();
  EngineAnswerer answerer(**engine);
  EXPECT_EQ(CheckGoldenCase(answerer, GetParam()).failure, "");
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest, ::testing::ValuesIn(GoldenFolders(kGolden)),
                         [](const auto& info) {
                           return info.param.substr(info.param.rfind('/') + 1);
                         });

// A case whose expected values are off must fail: the checks bite.
TEST(GoldenCheckTest, AWrongFolderFails) {
  auto engine = Engine::Create({/*workers=*/1});
  ASSERT_TRUE(engine.ok()) << engine.status();
  EngineAnswerer answerer(**engine);
  EXPECT_FALSE(CheckGoldenCase(answerer, HEADWISE_SOURCE_DIR "/tests/data").passed());
}

// Answers with numbers that are a little off.
class OffAnswerer final : public GoldenAnswerer {
 public:
  explicit OffAnswerer(Engine& engine) : right_(engine) {}
  absl::Status Open(const GoldenCase& golden) override { return right_.Open(golden); }
  absl::StatusOr<GoldenAnswer> Ask(const GoldenCase& golden, const GoldenLayer& layer,
                                   Form form) override {
    auto answer = right_.Ask(golden, layer, form);
    if (answer.ok()) answer->y.floats()[3] += 1e-3f;
    return answer;
  }

 private:
  EngineAnswerer right_;
};

TEST(GoldenCheckTest, AWrongNumberFails) {
  auto engine = Engine::Create({/*workers=*/1});
  ASSERT_TRUE(engine.ok()) << engine.status();
  OffAnswerer answerer(**engine);
  const GoldenResult result = CheckGoldenCase(answerer, std::string(kGolden) + "/gpt2");
  EXPECT_EQ(result.failure.substr(0, 6), "y.0[3]") << result.failure;
}

}  // namespace
}  // namespace headwise::testing
