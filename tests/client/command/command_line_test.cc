#include "client/command/command_line.h"

#include <cstdio>
#include <filesystem>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/json_output.h"
#include "client/library/tensor.h"
#include "engine/checkpoint/safetensors_file.h"
#include "engine/checkpoint/safetensors_writer.h"
#include "tests/client/library/fake_server.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::FakeServer;
using ::headwise::testing::IsOk;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A server with the model "demo": one layer of two heads, D = 2, whose answers are its inputs.
class CommandLineTest : public ::testing::Test {
 protected:
  CommandLineTest() {
    v1::GetModelResponse& model = server_.models.models["demo"];
    model.set_name("demo");
    model.set_state(v1::MODEL_STATE_READY);
    model.add_layers()->set_heads(2);
    server_.attention.attend = [this](auto&, const auto& request, auto* response) {
      request_ = request;
      Answer(request, response);
      return grpc::Status::OK;
    };
    Tensor input(DType::kF32, *Shape::Create({2, 2}));
    for (int i = 0; i < 4; ++i) input.floats()[i] = static_cast<float>(i);
    EXPECT_THAT(WriteSafetensors(input_, {{"x", input.view()}}), IsOk());
  }
  ~CommandLineTest() override { std::remove(input_.c_str()); }

  static void Answer(const v1::AttendRequest& request, v1::AttendResponse* response) {
    response->set_model(request.model());
    response->set_form(request.form() == v1::FORM_UNSPECIFIED ? v1::FORM_FUSED : request.form());
    *response->mutable_context() = request.input();
    response->mutable_timings()->add_head_ns(3000);
    response->mutable_timings()->add_head_ns(6000);
    if (!request.outputs().has_probabilities()) return;
    v1::Probabilities& probabilities = *response->mutable_probabilities();
    probabilities.add_heads(0);
    probabilities.add_heads(1);
    *probabilities.mutable_rows() = request.outputs().probabilities().rows();
    std::vector<float> values;
    for (int i = 0; i < 2 * probabilities.rows_size(); ++i) values.insert(values.end(), {0.5, 0.5});
    *probabilities.mutable_tensor() = *MakeTensor({2, probabilities.rows_size(), 2}, values);
  }

  int Run(std::vector<std::string> arguments) {
    out_.str("");
    err_.str("");
    return RunCommandLine(std::move(arguments), server_.target(), Console{&out_, &err_});
  }

  FakeServer server_;
  v1::AttendRequest request_;
  const testing::TempFolder folder_;
  const std::string input_ = folder_.File("input.safetensors");
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(CommandLineTest, HelpAndVersion) {
  EXPECT_EQ(Run({"--help"}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("Usage: headwise [OPTIONS] SUBCOMMAND"));
  EXPECT_EQ(Run({"--version"}), kExitOk);
  EXPECT_THAT(out_.str(), StartsWith("headwise "));
  EXPECT_EQ(Run({}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("Usage: headwise"));
}

TEST_F(CommandLineTest, EverySubcommandsHelpHasExamples) {
  for (const char* name : {"models", "attend", "heads", "compare", "inspect", "healthcheck"}) {
    EXPECT_EQ(Run({name, "--help"}), kExitOk);
    EXPECT_THAT(out_.str(), HasSubstr(absl::StrCat("Usage: headwise ", name)));
    EXPECT_THAT(out_.str(), HasSubstr(absl::StrCat("Examples:\n  headwise ", name)));
  }
}

TEST_F(CommandLineTest, UsageErrorsAreOneLineAndNameTheHelp) {
  EXPECT_EQ(Run({"models", "--bogus"}), kExitUsage);
  EXPECT_EQ(err_.str(),
            "headwise: The following argument was not expected: --bogus; see 'headwise models "
            "--help'\n");
  EXPECT_EQ(Run({"bogus"}), kExitUsage);
  EXPECT_EQ(Run({"attend", "demo", "0"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--input is required"));
}

TEST_F(CommandLineTest, Models) {
  EXPECT_EQ(Run({"models"}), kExitOk);
  EXPECT_THAT(out_.str(), HasSubstr("demo   ready"));
  EXPECT_EQ(Run({"models", "--output", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["models"][0]["name"], "demo");
  EXPECT_EQ(Run({"models", "demo", "-o", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["layers"][0]["heads"], 2);
  EXPECT_EQ(Run({"models", "other"}), kExitNoInput);
  EXPECT_EQ(err_.str(), "headwise: model 'other' is not served\n");
}

TEST_F(CommandLineTest, OptionsComeBeforeOrBehindTheSubcommand) {
  EXPECT_EQ(Run({"--output", "json", "models"}), kExitOk);
  EXPECT_TRUE(Json::accept(out_.str()));
  EXPECT_EQ(Run({"models", "--server", "127.0.0.1:1", "--timeout", "5s"}), kExitUnavailable);
  EXPECT_EQ(Run({"--server", "127.0.0.1:1", "--timeout", "5s", "models"}), kExitUnavailable);
  EXPECT_THAT(err_.str(), StartsWith("headwise: no server answers at 127.0.0.1:1"));
}

TEST_F(CommandLineTest, AttendSendsWhatWasAsked) {
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

TEST_F(CommandLineTest, AttendGatesAndOffCombine) {
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--gates", "0.5,0.25", "--off", "0"}),
            kExitOk);
  EXPECT_THAT(request_.gates(), ElementsAre(0, 0.25f));
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "--off", "2"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --off: expected heads in 0..1, got 2\n");
}

TEST_F(CommandLineTest, AttendWritesAFile) {
  const std::string path = folder_.File("output.safetensors");
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_, "-o", path, "-o", "json"}), kExitOk);
  EXPECT_EQ(Json::parse(out_.str())["file"], path);
  EXPECT_EQ(SafetensorsFile::Open(path)->ReadTensor("context")->floats()[3], 3);
}

TEST_F(CommandLineTest, AttendCompares) {
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

TEST_F(CommandLineTest, AttendReportsTheServersError) {
  server_.attention.attend = [](auto&, auto&, auto*) {
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "input.shape: expected [T,8]");
  };
  EXPECT_EQ(Run({"attend", "demo", "0", "-i", input_}), kExitData);
  EXPECT_EQ(err_.str(), "headwise: input.shape: expected [T,8]\n");
  EXPECT_EQ(out_.str(), "");
}

TEST_F(CommandLineTest, HeadsShowsTimesAndStatistics) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_}), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("   0         3.0   ########                     1.00"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--rows", "1", "-o", "json"}), kExitOk);
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["heads"][1]["time_ns"], 6000);
  EXPECT_EQ(json["heads"][0]["entropy_bits"], 1.0);
  EXPECT_EQ(json["heads"][0]["mean_distance"], 0.5);
  EXPECT_EQ(json["query_rows"], 1);
}

TEST_F(CommandLineTest, HeadsDrawsMaps) {
  const std::string png = folder_.File("heads.png");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "-o", "json"}), kExitOk)
      << err_.str();
  EXPECT_EQ(Json::parse(out_.str())["picture"], png);
  EXPECT_TRUE(std::filesystem::remove(png));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--head", "1", "--text", "ab"}),
            kExitOk)
      << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("Picture: " + png));
  EXPECT_GT(std::filesystem::file_size(png), 100u);
}

TEST_F(CommandLineTest, HeadsRefusesPicturesItCannotDraw) {
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--head", "1"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --head: expected --png FILE beside it\n");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", ""}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--png: expected the name of a file, got nothing"));
  const std::string png = folder_.File("heads.png");
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--rows", "0"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--rows: expected all beside --png"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", png, "--text", "abc"}), kExitUsage);
  EXPECT_THAT(err_.str(), HasSubstr("--text: expected 2 characters"));
  EXPECT_EQ(Run({"heads", "demo", "0", "-i", input_, "--png", folder_.File("no/x.png")}),
            kExitCannotCreate);
  EXPECT_THAT(err_.str(), StartsWith("headwise: --png: x.png: cannot create: "));
  EXPECT_EQ(out_.str(), "");
}

TEST_F(CommandLineTest, CompareDrawsCost) {
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

TEST_F(CommandLineTest, CompareAsksInBothForms) {
  EXPECT_EQ(Run({"compare", "demo", "0", "-i", input_, "--runs", "2", "-o", "json"}), kExitOk)
      << err_.str();
  EXPECT_EQ(server_.attention.calls, 6);
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["layers"][0]["largest_difference"], 0.0);
  EXPECT_EQ(json["layers"][0]["forms"][0]["form"], "stacked");
  EXPECT_EQ(Run({"compare", "demo", "1", "-i", input_}), kExitNoInput);
  EXPECT_EQ(err_.str(), "headwise: layer: expected 0..0 for model 'demo', got 1\n");
}

TEST_F(CommandLineTest, Inspect) {
  EXPECT_EQ(Run({"inspect", HEADWISE_SOURCE_DIR "/deploy/demo", "-o", "json"}), kExitOk)
      << err_.str();
  const Json json = Json::parse(out_.str());
  EXPECT_EQ(json["architecture"], "gpt2");
  EXPECT_EQ(json["layers"].size(), 4u);
  EXPECT_EQ(json["layers"][3]["head_dim"], 16);
  EXPECT_EQ(Run({"inspect", "/nonexistent"}), kExitNoInput);
}

TEST_F(CommandLineTest, Healthcheck) {
  server_.health.statuses[""] = grpc::health::v1::HealthCheckResponse::SERVING;
  server_.health.statuses["readiness"] = grpc::health::v1::HealthCheckResponse::NOT_SERVING;
  EXPECT_EQ(Run({"healthcheck"}), kExitOk);
  EXPECT_EQ(out_.str(), "SERVING\n");
  EXPECT_EQ(Run({"healthcheck", "--service", "readiness"}), kExitDifferent);
  EXPECT_EQ(out_.str(), "NOT_SERVING\n");
  EXPECT_EQ(Run({"healthcheck", "--service", "other"}), kExitDifferent);
  EXPECT_EQ(err_.str(), "headwise: unknown service\n");
  EXPECT_EQ(Run({"healthcheck", "--server", "127.0.0.1:1"}), kExitDifferent);
}

TEST_F(CommandLineTest, SaysIfTheOutputCannotBeWritten) {
  std::ostream broken(nullptr);
  EXPECT_EQ(RunCommandLine({"models"}, server_.target(), Console{&broken, &err_}), kExitIo);
}

}  // namespace
}  // namespace headwise
