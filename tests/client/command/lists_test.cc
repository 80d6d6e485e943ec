#include "client/command/lists.h"

#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseIndexesTest, NumbersAndRanges) {
  EXPECT_THAT(*ParseIndexes("--heads", "0,2-4"), ElementsAre(0, 2, 3, 4));
  EXPECT_THAT(*ParseIndexes("--heads", "7"), ElementsAre(7));
  EXPECT_THAT(*ParseIndexes("--heads", "3-3,1"), ElementsAre(3, 1));
}

TEST(ParseIndexesTest, RefusesWhatIsNoList) {
  for (const char* text :
       {"", ",", "1,", "-1", "1-", "4-2", "a", "1.5", "1-2-3", "all", "99999999999999999999"}) {
    const auto indexes = ParseIndexes("--off", text);
    EXPECT_THAT(indexes,
                StatusIs(absl::StatusCode::kInvalidArgument,
                         absl::StrCat("--off: expected numbers from 0 and ranges such as 0,2-4, "
                                      "got '",
                                      text, "'")));
    EXPECT_EQ(ExitCodeOf(indexes.status()), kExitUsage);
  }
}

TEST(ParseIndexesTest, RefusesNumbersThatComeTwice) {
  EXPECT_THAT(ParseIndexes("--rows", "1-3,2"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--rows: expected each number once, got 2 twice"));
}

TEST(ParseIndexesTest, RefusesRangesWithoutEnd) {
  EXPECT_THAT(ParseIndexes("--rows", "0-9000000000000000000"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("at most 1000000 numbers")));
  EXPECT_EQ(ParseIndexes("--rows", "0-999999")->size(), 1000000u);
}

TEST(ParseNumbersTest, MayRepeat) {
  EXPECT_THAT(*ParseNumbers("--positions", "0-2,0-1"), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_THAT(ParseNumbers("--positions", "0-999999,0"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("at most 1000000 numbers")));
}

TEST(ParseHeadsTest, AllOrSome) {
  EXPECT_TRUE(ParseHeads("--heads", "all")->all());
  EXPECT_TRUE(ParseHeads("--heads", "all")->heads().empty());
  EXPECT_THAT(ParseHeads("--heads", "2,0")->heads(), ElementsAre(2, 0));
  EXPECT_FALSE(ParseHeads("--heads", "2")->all());
}

TEST(ParseHeadsTest, RefusesMoreThanThereCanBe) {
  EXPECT_THAT(ParseHeads("--heads", "3000000000"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected heads")));
}

TEST(ParseIntegersTest, KeepsOrderAndRepetition) {
  EXPECT_THAT(*ParseIntegers("--lengths", "17,9,9,0", 0), ElementsAre(17, 9, 9, 0));
}

TEST(ParseIntegersTest, RefusesOthers) {
  for (const char* text : {"", "1,,2", "-1", "1.5", "2-4"}) {
    EXPECT_THAT(ParseIntegers("--lengths", text, 0),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("--lengths: expected whole numbers from 0")));
  }
  EXPECT_FALSE(ParseIntegers("--heads", "0", 1).ok());
}

TEST(ParseFloatsTest, Numbers) {
  EXPECT_THAT(*ParseFloats("--gates", "1,0,-0.5,1e-3"), ElementsAre(1, 0, -0.5f, 1e-3f));
}

TEST(ParseFloatsTest, RefusesOthers) {
  for (const char* text : {"", "x", "1,", "nan", "inf"}) {
    EXPECT_THAT(ParseFloats("--gates", text),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("--gates: expected finite numbers")));
  }
}

}  // namespace
}  // namespace headwise
