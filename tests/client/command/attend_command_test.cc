#include "client/command/attend_command.h"

#include <cstring>

#include "client/command/json_output.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_file.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using AttendCommandTest = testing::CommandTest;

TEST_F(AttendCommandTest, SendsWhatWasAsked) {
  EXPECT_EQ(Run({"attend",    "demo",    "0",           "--input", input_,
                 "--form",    "stacked", "--no-causal", "--off",   "1",
                 "--dtype",   "f16",     "--heads",     "all",     "--probabilities",
                 "1",         "--rows",  "0-1",         "--lse",   "--timings",
                 "--lengths", "2"}),
            kExitOk)
      << err_.str();
  EXPECT_EQ(request_.form(), v1::FORM_STACKED);
  EXPECT_TRUE(request_.has_causal() && !request_.causal());
  EXPECT_THAT(request_.gates(), ElementsAre(1, 0));
  EXPECT_EQ(request_.output_dtype(), v1::DATA_TYPE_F16);
  EXPECT_TRUE(request_.outputs().head_context().all());
  EXPECT_THAT(request_.outputs().probabilities().heads().heads(), ElementsAre(1));
  EXPECT_THAT(request_.outputs().probabilities().rows(), ElementsAre(0, 1));
  EXPECT_TRUE(request_.outputs().log_sum_exp() && request_.outputs().timings());
  EXPECT_THAT(request_.lengths(), ElementsAre(2));
}

TEST_F(AttendCommandTest, GatesAndOffCombine) {
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--gates", "0.5,0.25", "--off", "0"}),
            kExitOk);
  EXPECT_THAT(request_.gates(), ElementsAre(0, 0.25f));
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--off", "2"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --off: expected heads in 0..1, got 2\n");
}

TEST_F(AttendCommandTest, WritesAFile) {
  const std::string path = folder_.File("output.safetensors");
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "-o", path, "-o", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["file"], path);
  EXPECT_EQ(SafetensorsFile::Open(path)->ReadTensor("context")->floats()[3], 3);
}

TEST_F(AttendCommandTest, Compares) {
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--expect", input_}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("equal in every element"));
  server_.attention.attend = [](auto&, const auto& request, auto* response) {
    Answer(request, response);
    *response->mutable_context() = *MakeTensor({2, 2}, {0, 1, 2, 4});
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--expect", input_}), kExitDifferent);
  EXPECT_THAT(out_.str(), HasSubstr("largest difference 1 at [1,1] (got 4, want 3)"));
}

TEST_F(AttendCommandTest, ReportsTheServersError) {
  server_.attention.attend = [](auto&, auto&, auto*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "input.shape: expected [T,8]");
  };
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_}), kExitData);
  EXPECT_EQ(err_.str(), "headwise: input.shape: expected [T,8]\n");
  EXPECT_EQ(out_.str(), "");
}

TEST_F(AttendCommandTest, SendsKeysMasksAndPositions) {
  const std::string keys = WriteFloats("keys.safetensors", {3, 2}, {1, 2, 3, 4, 5, 6});
  const std::string bias = WriteFloats("bias.safetensors", {2, 3}, {0, 0, 0, 0, 0, -1});
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--key-input", keys, "--value-input", keys,
                 "--key-lengths", "2", "--mask", bias + "=add", "--mask", bias + ":x=add",
                 "--positions", "5-6", "--no-relative-bias"}),
            kExitOk)
      << err_.str();
  EXPECT_THAT(request_.key_input().shape(), ElementsAre(3, 2));
  EXPECT_THAT(request_.value_input().shape(), ElementsAre(3, 2));
  EXPECT_THAT(request_.key_lengths(), ElementsAre(2));
  ASSERT_EQ(request_.masks_size(), 2);
  EXPECT_EQ(request_.masks(0).meaning(), v1::MASK_MEANING_ADDED_TO_SCORES);
  EXPECT_THAT(request_.masks(0).values().shape(), ElementsAre(1, 1, 2, 3));
  EXPECT_THAT(request_.positions(), ElementsAre(5, 6));
  EXPECT_TRUE(request_.has_relative_bias() && !request_.relative_bias());
}

TEST_F(AttendCommandTest, PositionsMayComeFromAFile) {
  Tensor positions(DType::kI64, *Shape::Create({2}));
  const std::int64_t values[] = {7, 3};
  std::memcpy(positions.mutable_view().data(), values, sizeof(values));
  const std::string path = Write("positions.safetensors", "p", positions.view());
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--positions", path + ":p"}), kExitOk)
      << err_.str();
  EXPECT_THAT(request_.positions(), ElementsAre(7, 3));
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--positions", input_}), kExitData);
  EXPECT_EQ(err_.str(),
            "headwise: --positions: " + input_ + ": expected I32, I64, U8 or U32, got F32\n");
}

TEST_F(AttendCommandTest, AsksForWhatHeadsDid) {
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--contributions", "1", "--scores", "all",
                 "--top-keys", "3", "--top-heads", "0", "--statistics", "--rows", "1"}),
            kExitOk)
      << err_.str();
  const v1::OutputSelection& outputs = request_.outputs();
  EXPECT_THAT(outputs.contributions().heads(), ElementsAre(1));
  EXPECT_TRUE(outputs.scores().heads().all());
  EXPECT_THAT(outputs.scores().rows(), ElementsAre(1));
  EXPECT_EQ(outputs.top_keys().count(), 3);
  EXPECT_THAT(outputs.top_keys().of().heads().heads(), ElementsAre(0));
  EXPECT_THAT(outputs.top_keys().of().rows(), ElementsAre(1));
  EXPECT_TRUE(outputs.statistics().heads().all());
  EXPECT_THAT(out_.str(), HasSubstr("SEQUENCE   HEAD   ENTROPY (bits)"));
}

TEST_F(AttendCommandTest, FindsTheLayerByItsModule) {
  server_.models.models["demo"].add_layers()->set_module("h.1.attn");
  EXPECT_EQ(Run({"attend", "demo", "h.1.attn", "-i", input_}), kExitOk) << err_.str();
  EXPECT_EQ(request_.layer(), 1);
  EXPECT_EQ(Run({"attend", "demo", "h.2.attn", "-i", input_}), kExitNoInput);
  EXPECT_EQ(err_.str(),
            "headwise: LAYER: model 'demo' has no layer 'h.2.attn'; it has 0..1, or by name "
            "h.0.attn, h.1.attn\n");
}

TEST_F(AttendCommandTest, WritesStatistics) {
  const std::string path = folder_.File("y.safetensors");
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--statistics", "-o", path, "-o", "json"}),
            kExitOk)
      << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["statistics"][1]["head"], 1);
  const auto file = SafetensorsFile::Open(path);
  ASSERT_TRUE(file.ok());
  const auto statistics = file->ReadTensor("statistics");
  EXPECT_EQ(statistics->shape().ToString(), "[1,2,6]");
  EXPECT_EQ(statistics->floats()[10], 0.125f);
  EXPECT_EQ(file->metadata().at("statistics.columns"),
            "entropy,largest_weight,mean_distance,first_token,diagonal,rows");
}

struct BadFlags {
  std::vector<std::string> flags;
  const char* error;
};

TEST_F(AttendCommandTest, NamesTheFlagThatLacksAnother) {
  const BadFlags cases[] = {
      {{"--rows", "1"},
       "--rows: expected --probabilities, --scores, --top-keys or --statistics beside it"},
      {{"--top-heads", "1"}, "--top-heads: expected --top-keys K beside it"},
      {{"--value-input", input_}, "--value-input: expected --key-input FILE beside it"},
      {{"--key-lengths", "1"},
       "--key-lengths: expected --key-input FILE beside it; self-attention takes --lengths"},
      {{"--mask", input_}, "--mask: expected =attend, =ignore or =add behind the file"},
  };
  for (const BadFlags& bad : cases) {
    std::vector<std::string> arguments = {"attend", "demo", "0", "-i", input_};
    arguments.insert(arguments.end(), bad.flags.begin(), bad.flags.end());
    EXPECT_EQ(Run(arguments), kExitUsage);
    EXPECT_THAT(err_.str(), HasSubstr(bad.error));
  }
}

}  // namespace
}  // namespace headwise
