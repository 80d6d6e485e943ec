#include "client/command/core_command.h"

#include "client/command/json_output.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_file.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Answers with the values, and log-sum-exps of 0.
class CoreCommandTest : public testing::CommandTest {
 protected:
  CoreCommandTest() {
    server_.attention.attend_core = [this](auto&, const v1::AttendCoreRequest& request,
                                           v1::AttendCoreResponse* response) {
      core_ = request;
      *response->mutable_context() = request.values();
      *response->mutable_log_sum_exp() = *MakeTensor({1, 1, 2}, {0, 0});
      return grpc::Status::OK;
    };
    heads_ = WriteFloats("heads.safetensors", {1, 2, 2}, {1, 2, 3, 4});
  }

  int RunCore(std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"core", "--queries", heads_, "--keys",
                                          heads_, "--values",  heads_};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return Run(arguments);
  }

  v1::AttendCoreRequest core_;
  std::string heads_;  // [1,2,2]
};

TEST_F(CoreCommandTest, SendsTensorsAsOneSequence) {
  EXPECT_EQ(RunCore({}), kExitOk) << err_.str();
  EXPECT_THAT(core_.queries().shape(), ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(core_.keys().shape(), ElementsAre(1, 1, 2, 2));
  EXPECT_FALSE(core_.causal() || core_.has_scale());
  EXPECT_THAT(out_.str(), HasSubstr("context        F32 [1,1,2,2]"));
}

TEST_F(CoreCommandTest, SendsTheRules) {
  EXPECT_EQ(RunCore({"--causal", "--scale", "0.5", "--window", "7", "--softcap", "30",
                     "--alibi-slopes", "0.25", "--sinks", "-1", "--key-lengths", "2", "--dtype",
                     "bf16", "--statistics", "--mask", heads_ + "=add"}),
            kExitData);
  EXPECT_THAT(err_.str(), HasSubstr("--mask: expected a shape"));
  EXPECT_EQ(
      RunCore({"--causal", "--scale", "0.5", "--window", "7", "--softcap", "30", "--alibi-slopes",
               "0.25", "--sinks", "-1", "--key-lengths", "2", "--dtype", "bf16", "--statistics"}),
      kExitOk)
      << err_.str();
  EXPECT_TRUE(core_.causal());
  EXPECT_EQ(core_.scale(), 0.5);
  EXPECT_EQ(core_.window(), 7);
  EXPECT_EQ(core_.softcap(), 30);
  EXPECT_THAT(core_.alibi_slopes(), ElementsAre(0.25f));
  EXPECT_THAT(core_.sinks(), ElementsAre(-1));
  EXPECT_THAT(core_.key_lengths(), ElementsAre(2));
  EXPECT_EQ(core_.output_dtype(), v1::DATA_TYPE_BF16);
  EXPECT_TRUE(core_.outputs().statistics().heads().all());
}

TEST_F(CoreCommandTest, WritesAFileThatCanBeMerged) {
  const std::string path = folder_.File("a.safetensors");
  EXPECT_EQ(RunCore({"-o", path, "-o", "json"}), kExitOk) << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["file"], path);
  EXPECT_EQ(SafetensorsFile::Open(path)->ReadTensor("context")->floats()[3], 4);
  EXPECT_EQ(Run({"merge", path, path, "-o", "json"}), kExitOk) << err_.str();
  const Json merged = Json::parse(out_.str());
  // Twice the same keys: the same mean, and log 2 more.
  EXPECT_EQ(merged["context"]["values"].dump(), "[1.0,2.0,3.0,4.0]");
  EXPECT_NEAR(merged["log_sum_exp"]["values"][0].get<double>(), std::log(2.0), 1e-6);
}

TEST_F(CoreCommandTest, NamesTheTensorThatDoesNotFit) {
  EXPECT_EQ(Run({"core", "--queries", heads_, "--keys", input_, "--values", heads_}), kExitData);
  EXPECT_EQ(err_.str(), "headwise: --keys: expected a shape [H,T,hd] or [B,H,T,hd], got [2,2]\n");
  EXPECT_EQ(Run({"core", "--queries", heads_}), kExitUsage);
}

}  // namespace
}  // namespace headwise
