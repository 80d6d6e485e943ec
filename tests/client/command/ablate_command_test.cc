#include "client/command/ablate_command.h"

#include <filesystem>

#include "client/command/ablation.h"
#include "client/command/ablation_report.h"
#include "client/command/json_output.h"
#include "client/library/tensor.h"
#include "tests/client/command/command_fixture.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ChangeOfTest, IsTheDifferencesNormOverTheOutputs) {
  const OutputChange change = ChangeOf({3, 4}, {3, 1});
  EXPECT_DOUBLE_EQ(change.relative, 3.0 / 5);
  EXPECT_EQ(change.largest, 3);
  EXPECT_EQ(ChangeOf({3, 4}, {3, 4}).relative, 0);
}

TEST(ChangeOfTest, OfAZeroOutputIsZero) { EXPECT_EQ(ChangeOf({0, 0}, {0, 1}).relative, 0); }

// Context vectors are the sum over heads of gate * (head + 1) * input.
class AblateCommandTest : public testing::CommandTest {
 protected:
  AblateCommandTest() {
    server_.attention.attend = [](auto&, const v1::AttendRequest& request,
                                  v1::AttendResponse* response) {
      Answer(request, response);
      std::vector<float> context = *FloatsOf(request.input());
      for (float& value : context) value *= request.gates(0) + 2 * request.gates(1);
      *response->mutable_context() = *MakeTensor(request.input().shape(), context);
      return grpc::Status::OK;
    };
  }

  Json Ablations(std::vector<std::string> flags) {
    std::vector<std::string> arguments = {"ablate", "demo", "0", "-i", input_, "-o", "json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    EXPECT_EQ(Run(arguments), kExitOk) << err_.str();
    return Json::parse(out_.str())["ablations"];
  }
};

TEST_F(AblateCommandTest, RanksHeadsByTheirEffect) {
  const Json ablations = Ablations({});
  ASSERT_EQ(ablations.size(), 2u);
  EXPECT_EQ(ablations[0]["heads"].dump(), "[1]");
  EXPECT_NEAR(ablations[0]["relative_change"].get<double>(), 2.0 / 3, 1e-6);
  EXPECT_NEAR(ablations[1]["relative_change"].get<double>(), 1.0 / 3, 1e-6);
  EXPECT_EQ(ablations[0]["largest_change"], 6.0);  // of 3 * 3
  EXPECT_EQ(ablations[0]["time_ns"], 6000);
  EXPECT_EQ(server_.attention.calls, 3);
}

TEST_F(AblateCommandTest, SwitchesGroupsOffTogether) {
  const Json ablations = Ablations({"--group", "0-1", "--heads", "0"});
  ASSERT_EQ(ablations.size(), 2u);
  EXPECT_EQ(ablations[0]["heads"].dump(), "[0,1]");
  EXPECT_EQ(ablations[0]["relative_change"], 1.0);
  EXPECT_EQ(ablations[0]["time_ns"], 9000);
  EXPECT_EQ(Ablations({"--group", "1", "--group", "0"}).size(), 2u);
  EXPECT_EQ(Ablations({"--group", "1", "--heads", "all"}).size(), 3u);
}

TEST_F(AblateCommandTest, PrintsATable) {
  EXPECT_EQ(Run({"ablate", "demo", "h.0.attn", "-i", input_}), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("        1   66.67%   ########################"));
  EXPECT_THAT(out_.str(), HasSubstr("        0   33.33%   ############ "));
}

TEST_F(AblateCommandTest, DrawsBars) {
  const std::string png = folder_.File("bars.png");
  EXPECT_EQ(Run({"ablate", "demo", "0", "-i", input_, "--png", png}), kExitOk) << err_.str();
  EXPECT_THAT(out_.str(), HasSubstr("Picture: " + png));
  EXPECT_GT(std::filesystem::file_size(png), 100u);
  EXPECT_EQ(Run({"ablate", "demo", "0", "-i", input_, "--png", folder_.File("no/x.png")}),
            kExitCannotCreate);
}

TEST(AblationFigureTest, BarsAreRelativeToTheLargest) {
  Ablation ablation;
  ablation.groups = {{{1}, {0.5, 1}, 0}, {{0, 2}, {0.125, 1}, 0}};
  const BarFigure figure = FigureOf(ablation);
  ASSERT_EQ(figure.bars.size(), 2u);
  EXPECT_EQ(figure.bars[0].name, "head 1");
  EXPECT_EQ(figure.bars[1].name, "heads 0,2");
  EXPECT_EQ(figure.bars[1].share, 0.25);
  EXPECT_EQ(figure.bars[1].value, "12.50%");
}

TEST_F(AblateCommandTest, NamesTheHeadThatIsNotThere) {
  EXPECT_EQ(Run({"ablate", "demo", "0", "-i", input_, "--heads", "2"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --heads: expected heads in 0..1 for this layer, got 2\n");
  EXPECT_EQ(Run({"ablate", "demo", "0", "-i", input_, "--group", "0,7"}), kExitUsage);
  EXPECT_EQ(err_.str(), "headwise: --group: expected heads in 0..1 for this layer, got 7\n");
}

TEST_F(AblateCommandTest, NeedsTheHeadsTimes) {
  server_.attention.attend = [](auto&, const auto& request, auto* response) {
    Answer(request, response);
    response->clear_timings();
    return grpc::Status::OK;
  };
  EXPECT_EQ(Run({"ablate", "demo", "0", "-i", input_}), kExitUnavailable);
  EXPECT_THAT(err_.str(), HasSubstr("--head-timing"));
}

}  // namespace
}  // namespace headwise
