#include "client/command/output_flags.h"

#include <algorithm>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "client/command/exit_code.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::Status Parse(std::vector<std::string> arguments, v1::OutputSelection* outputs) {
  OutputFlags flags;
  CLI::App app;
  flags.Declare(app);
  std::reverse(arguments.begin(), arguments.end());
  app.parse(arguments);
  return flags.AddTo(outputs);
}

TEST(OutputFlagsTest, AsksForNothingByDefault) {
  v1::OutputSelection outputs;
  EXPECT_THAT(Parse({}, &outputs), IsOk());
  EXPECT_FALSE(outputs.has_probabilities() || outputs.has_scores() || outputs.has_top_keys() ||
               outputs.has_statistics() || outputs.timings());
}

TEST(OutputFlagsTest, RowsHoldForAll) {
  v1::OutputSelection outputs;
  EXPECT_THAT(Parse({"--probabilities", "1", "--scores", "0", "--top-keys", "4", "--statistics",
                     "--rows", "2-3", "--timings"},
                    &outputs),
              IsOk());
  EXPECT_THAT(outputs.probabilities().heads().heads(), ElementsAre(1));
  EXPECT_THAT(outputs.scores().heads().heads(), ElementsAre(0));
  EXPECT_TRUE(outputs.top_keys().of().heads().all());
  for (const v1::RowSelection* rows : {&outputs.probabilities(), &outputs.scores(),
                                       &outputs.top_keys().of(), &outputs.statistics()}) {
    EXPECT_THAT(rows->rows(), ElementsAre(2, 3));
  }
  EXPECT_TRUE(outputs.timings());
}

TEST(OutputFlagsTest, NamesTheFlagThatDoesNotRead) {
  v1::OutputSelection outputs;
  const absl::Status status = Parse({"--scores", "x"}, &outputs);
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--scores: ")));
  EXPECT_EQ(ExitCodeOf(status), kExitUsage);
  EXPECT_THAT(Parse({"--statistics", "--rows", "1,1"}, &outputs),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--rows: expected each number once, got 1 twice"));
}

}  // namespace
}  // namespace headwise
