#include "client/command/compare_command.h"

#include <filesystem>

#include "client/command/json_output.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;

using CompareCommandTest = testing::CommandTest;

TEST_F(CompareCommandTest, DrawsCost) {
  const std::string png = folder_.File("compare.png");
  EXPECT_EQ(Run({"compare", "--tokens", "8", "--d-model", "8", "--heads", "1,2", "--runs", "1",
                 "--png", png, "-o", "json"}),
            kExitOk)
      << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["picture"], png);
  EXPECT_GT(std::filesystem::file_size(png), 100u);
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", input_, "--png", folder_.File("no/x.png")}),
            kExitCannotCreate);
}

TEST_F(CompareCommandTest, AsksInBothForms) {
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", input_, "--runs", "2", "-o", "json"}), kExitOk)
      << err_.str();
  EXPECT_EQ(server_.attention.calls, 6);
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["layers"][0]["largest_difference"], 0.0);
  EXPECT_EQ(json["layers"][0]["forms"][0]["form"], "stacked");
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(Run({"compare", "demo", "1", "-i", input_}), kExitNoInput);
  EXPECT_EQ(err_.str(),
            "headwise: LAYER: model 'demo' has no layer '1'; it has 0..0, or by name h.0.attn\n");
}

TEST_F(CompareCommandTest, CrossAttentionCountsItsKeys) {
  v1::LayerInfo& layer = *server_.models.models["demo"].mutable_layers(0);
  layer.set_cross(true);
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", input_}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--key-input: expected it"));
  const std::string keys = WriteFloats("keys.safetensors", {3, 2}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", input_, "--key-input", keys, "-o", "json"}), kExitOk)
      << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["rows"], 2);
  EXPECT_EQ(Json::parse(out_.str())["key_rows"], 3);
}

TEST_F(CompareCommandTest, AnInputNeedsAModel) {
  EXPECT_EQ(Run({"compare", "--input", input_}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("MODEL"));
}

}  // namespace
}  // namespace headwise
