#include "client/command/token_labels.h"

#include <cstdint>
#include <fstream>

#include "client/command/exit_code.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

using ::headwise::testing::IsOk;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(VisibleTokenTest, ShowsBlanks) {
  EXPECT_EQ(VisibleToken("word"), "word");
  EXPECT_EQ(VisibleToken(" the"), "\u2423the");
  EXPECT_EQ(VisibleToken("a b "), "a b\u2423");
  EXPECT_EQ(VisibleToken("  "), "\u2423\u2423");
  EXPECT_EQ(VisibleToken("\n\t"), "\u21b5\u2192");
  EXPECT_EQ(VisibleToken(""), "");
}

TEST(VisibleTokenTest, KnowsTokenizersSpaces) {
  EXPECT_EQ(VisibleToken("\u0120the"), "\u2423the");
  EXPECT_EQ(VisibleToken("\u2581the"), "\u2423the");
}

TEST(CutTokenLabelsTest, CutsCharacters) {
  const auto labels = CutTokenLabels("a \u00fc", 3);
  ASSERT_THAT(labels, IsOk());
  EXPECT_THAT(*labels, ElementsAre("a", "\u2423", "\u00fc"));
}

TEST(CutTokenLabelsTest, CutsBytesIfTheTokensAreBytes) {
  const auto labels = CutTokenLabels("a\u00fc", 3);
  ASSERT_THAT(labels, IsOk());
  EXPECT_THAT(*labels, ElementsAre("a", "\xc3", "\xbc"));
}

TEST(CutTokenLabelsTest, RefusesAnotherNumber) {
  const auto labels = CutTokenLabels("a\u00fc", 4);
  EXPECT_THAT(labels, StatusIs(absl::StatusCode::kInvalidArgument,
                               "--text: expected 4 characters or as many bytes, one for each token "
                               "of the sequence, got 2 characters of 3 bytes"));
  EXPECT_EQ(ExitCodeOf(labels.status()), kExitUsage);
}

class ReadTokenLabelsTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::vector<std::string>> Read(const std::string& text, std::int64_t tokens) {
    std::ofstream(path_, std::ios::binary) << text;
    return ReadTokenLabels(path_, tokens);
  }

  const TempFolder folder_;
  const std::string path_ = folder_.File("tokens.txt");
};

TEST_F(ReadTokenLabelsTest, ReadsLines) {
  EXPECT_THAT(*Read("In\n the\n", 2), ElementsAre("In", "\u2423the"));
  EXPECT_THAT(*Read("In\r\nthe", 2), ElementsAre("In", "the"));
  EXPECT_THAT(*Read("\n", 1), ElementsAre(""));
}

TEST_F(ReadTokenLabelsTest, RefusesAnotherNumber) {
  EXPECT_THAT(Read("a\nb\nc\n", 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "--tokens: expected 2 lines, one for each token of the sequence, got 3"));
  EXPECT_THAT(Read("", 1), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got 0")));
}

TEST_F(ReadTokenLabelsTest, NeedsTheFile) {
  EXPECT_THAT(ReadTokenLabels(folder_.File("missing.txt"), 1),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("--tokens: missing.txt")));
}

}  // namespace
}  // namespace headwise
