#include "client/command/head_maps.h"

#include <algorithm>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "client/command/exit_code.h"
#include "client/library/tensor.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Optional;

// Two sequences of at most two tokens, two heads.
class HeadMapsTest : public ::testing::Test {
 protected:
  HeadMapsTest() {
    report_.model = "demo";
    report_.layer = 3;
    report_.instruction_set = "avx2";
    report_.sequences = 2;
    report_.tokens = 2;
    report_.runs = 3;
    report_.rows = 2;
    report_.head_ns = {1000, 2000};
    report_.statistics.resize(2);
    report_.statistics[1].set_entropy(0.5);
    report_.map_rows = 2;
  }

  absl::StatusOr<HeadMaps> Make(std::vector<std::string> arguments, bool causal = false) {
    PictureFlags flags;
    CLI::App app;
    flags.Declare(app);
    arguments.insert(arguments.begin(), {"--png", "x.png"});
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    report_.sequence = flags.sequence();
    return HeadMaps::Create(flags, request_, report_, {causal, 0});
  }

  // [B,heads,rows,T] with heads 1, 0 and rows 1, 0.
  static v1::MapTensor Answer() {
    v1::MapTensor answer;
    for (int i : {1, 0}) answer.add_heads(i);
    for (int i : {1, 0}) answer.add_rows(i);
    *answer.mutable_tensor() = *MakeTensor(
        {2, 2, 2, 2}, {0, 1, 1, 0, 0.5f, 0.5f, 1, 0, 0.25f, 0.75f, 1, 0, 0.75f, 0.25f, 1, 0});
    return answer;
  }

  v1::AttendRequest request_;
  HeadsReport report_;
};

TEST_F(HeadMapsTest, TakesTheSequencesProbabilities) {
  auto maps = Make({"--sequence", "1"});
  ASSERT_THAT(maps, IsOk());
  ASSERT_THAT(maps->Add(Answer()), IsOk());
  const HeadsFigure figure = maps->Figure(report_);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_THAT(figure.panels[0].map.Mean(1, 0), Optional(0.75f));
  EXPECT_THAT(figure.panels[1].map.Mean(1, 1), Optional(0.75f));
  EXPECT_EQ(figure.panels[1].name, "head 1");
  EXPECT_EQ(figure.panels[1].caption, "2.00 us  0.72 bits");
}

TEST_F(HeadMapsTest, SaysWhatIsDrawn) {
  const HeadsFigure all = Make({}, true)->Figure(report_);
  EXPECT_EQ(all.title, "demo layer 3, 2 heads, 3.00 us in all");
  EXPECT_EQ(all.notes[0], "sequence 0 of 0..1, 2 tokens, causal, avx2");
  EXPECT_THAT(all.notes[1], HasSubstr("of all sequences, median of 3 runs"));
  const HeadsFigure one = Make({"--head", "1"})->Figure(report_);
  EXPECT_EQ(one.title, "demo layer 3 head 1, 2.00 us");
  EXPECT_EQ(one.panels.size(), 1u);
}

TEST_F(HeadMapsTest, LengthsDecideTheTokens) {
  request_.add_lengths(2);
  request_.add_lengths(1);
  auto maps = Make({"--sequence", "1"});
  ASSERT_THAT(maps, IsOk());
  EXPECT_THAT(maps->Rows(), ElementsAre(0));
  ASSERT_THAT(maps->Add(Answer()), IsOk());  // with a row behind the end
  EXPECT_EQ(maps->Figure(report_).panels[0].map.cells(), 1);
}

TEST_F(HeadMapsTest, SaysThatTokensShareCells) {
  report_.tokens = 5000;
  report_.map_rows = 5000;
  EXPECT_THAT(Make({})->Figure(report_).notes[2], HasSubstr("is the mean over"));
  report_.map_rows = 100;
  EXPECT_THAT(Make({})->Figure(report_).notes[2], HasSubstr("shows one query of"));
  const auto maps = Make({});
  EXPECT_LT(maps->Rows().size(), 5000u);
}

TEST_F(HeadMapsTest, SaysThatTokensDoNotFit) {
  report_.tokens = 90;
  report_.map_rows = 90;
  report_.key_labels.assign(90, "x");
  EXPECT_THAT(Make({})->Figure(report_).notes.back(), HasSubstr("see one head"));
  EXPECT_EQ(Make({"--head", "0"})->Figure(report_).notes.size(), 2u);
}

TEST_F(HeadMapsTest, NamesTheFlagThatDoesNotFit) {
  const auto expect = [this](std::vector<std::string> arguments, const std::string& text) {
    const auto maps = Make(std::move(arguments));
    EXPECT_THAT(maps, StatusIs(absl::StatusCode::kInvalidArgument, text));
    EXPECT_EQ(ExitCodeOf(maps.status()), kExitUsage);
  };
  expect({"--head", "2"}, "--head: expected 0..1 for this layer, got 2");
  report_.head_ns.resize(200);
  expect({}, "--png: expected at most 128 heads, got 200; choose one with --head");
  request_.add_lengths(0);
  request_.add_lengths(2);
  expect({"--head", "0"}, "--sequence: sequence 0 has no tokens; choose another");
}

TEST_F(HeadMapsTest, AsksForTheDrawnHeadsOnly) {
  request_.mutable_outputs()->set_timings(true);
  const v1::AttendRequest asked = Make({"--head", "1"})->RequestFor(request_, {5, 7});
  EXPECT_THAT(asked.outputs().probabilities().heads().heads(), ElementsAre(1));
  EXPECT_THAT(asked.outputs().probabilities().rows(), ElementsAre(5, 7));
  EXPECT_TRUE(asked.outputs().has_context() && !asked.outputs().context());
}

TEST_F(HeadMapsTest, WindowsHideKeys) {
  PictureFlags flags;
  const auto maps = HeadMaps::Create(flags, request_, report_, {true, 1});
  ASSERT_THAT(maps, IsOk());
  const HeadsFigure figure = maps->Figure(report_);
  EXPECT_EQ(figure.notes[0], "sequence 0 of 0..1, 2 tokens, causal, window 1, avx2");
}

TEST_F(HeadMapsTest, RefusesTooManyTokens) {
  report_.tokens = 70000;
  EXPECT_THAT(Make({}), StatusIs(absl::StatusCode::kInvalidArgument,
                                 "--png: expected at most 65536 tokens, got 70000; send a shorter "
                                 "sequence"));
}

TEST_F(HeadMapsTest, RefusesAnswersThatDoNotFit) {
  v1::MapTensor answer = Answer();
  *answer.mutable_tensor() = *MakeTensor({1, 2, 2, 2}, {0, 1, 1, 0, 0, 1, 1, 0});
  EXPECT_THAT(Make({"--sequence", "1"})->Add(answer),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("does not fit")));
  answer = Answer();
  answer.set_heads(1, 1);
  EXPECT_THAT(Make({})->Add(answer),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("lacks head 0")));
}

}  // namespace
}  // namespace headwise
