#include "client/command/merge_command.h"

#include <cmath>

#include "client/command/json_output.h"
#include "engine/checkpoint/safetensors_file.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;

class MergeCommandTest : public testing::CommandTest {
 protected:
  // One head, one query, values two wide.
  std::string Part(const std::string& name, float log_sum_exp, float first, float second) {
    Tensor context(DType::kF32, *Shape::Create({1, 1, 1, 2}));
    context.floats()[0] = first;
    context.floats()[1] = second;
    Tensor weights(DType::kF32, *Shape::Create({1, 1, 1}));
    weights.floats()[0] = log_sum_exp;
    EXPECT_THAT(WriteSafetensors(folder_.File(name),
                                 {{"context", context.view()}, {"log_sum_exp", weights.view()}}),
                testing::IsOk());
    return folder_.File(name);
  }
};

TEST_F(MergeCommandTest, WeighsPartsByTheirLogSumExp) {
  const std::string a = Part("a.safetensors", std::log(1.0f), 4, 0);
  const std::string b = Part("b.safetensors", std::log(3.0f), 0, 8);
  const std::string c = folder_.File("c.safetensors");
  EXPECT_EQ(Run({"merge", a, b, "--output", c}), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("2 parts"));
  const auto file = SafetensorsFile::Open(c);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_NEAR(file->ReadTensor("context")->floats()[0], 1, 1e-6);
  EXPECT_NEAR(file->ReadTensor("context")->floats()[1], 6, 1e-6);
  EXPECT_NEAR(file->ReadTensor("log_sum_exp")->floats()[0], std::log(4.0f), 1e-6);
}

TEST_F(MergeCommandTest, APartThatSawNoKeyChangesNothing) {
  const std::string a = Part("a.safetensors", 0.5f, 4, 1);
  const std::string b = Part("b.safetensors", -INFINITY, 0, 0);
  EXPECT_EQ(Run({"merge", a, b, "-o", "json"}), kExitOk) << err_.str();
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["context"]["values"].dump(), "[4.0,1.0]");
  EXPECT_EQ(json["log_sum_exp"]["values"].dump(), "[0.5]");
}

TEST_F(MergeCommandTest, SaysWhatIsMissing) {
  const std::string a = Part("a.safetensors", 0, 4, 1);
  EXPECT_EQ(Run({"merge", a}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: PART: expected two files or more, got one\n");
  EXPECT_EQ(Run({"merge", a, folder_.File("none.safetensors")}), kExitNoInput);
  EXPECT_EQ(Run({"merge", a, input_}), kExitNoInput);
  EXPECT_THAT(err_.str(), HasSubstr("/input.safetensors: no tensor 'context'"));
  EXPECT_EQ(Run({"merge", a, a, "--context", "log_sum_exp"}), kExitData);
  EXPECT_THAT(err_.str(), HasSubstr("take --context head_context"));
  EXPECT_EQ(Run({"merge", a, a, "-o", folder_.File("no/c.safetensors")}), kExitCannotCreate);
}

}  // namespace
}  // namespace headwise
