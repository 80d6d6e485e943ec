#include "engine/checkpoint/file.h"

#include <sys/stat.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(FileTest, ReadsRanges) {
  const TempDir dir;
  const File file = File::Open(dir.Write("data", "0123456789")).value();
  EXPECT_EQ(file.name(), "data");
  EXPECT_EQ(file.size(), 10);
  EXPECT_EQ(file.ReadText(3, 4).value(), "3456");
  EXPECT_EQ(file.ReadText(10, 0).value(), "");
}

TEST(FileTest, ReadsMoreThanOnePiece) {
  const TempDir dir;
  std::string bytes((std::size_t{33} << 20) + 5, 'a');
  bytes.back() = 'z';
  const File file = File::Open(dir.Write("data", bytes)).value();
  EXPECT_TRUE(file.ReadText(0, file.size()).value() == bytes);
}

TEST(FileTest, RefusesRangesOutsideTheFile) {
  const TempDir dir;
  const File file = File::Open(dir.Write("data", "0123456789")).value();
  for (const auto& [offset, bytes] : {std::pair(8, 3), std::pair(11, 0), std::pair(-1, 1)}) {
    EXPECT_THAT(file.ReadText(offset, bytes),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("data: expected")));
  }
}

TEST(FileTest, MissingFileIsNotFoundWithoutItsFolder) {
  const TempDir dir;
  EXPECT_THAT(File::Open(dir.File("none")),
              StatusIs(absl::StatusCode::kNotFound,
                       AllOf(HasSubstr("none: no such file"), Not(HasSubstr(dir.path())))));
}

TEST(FileTest, RefusesAFolderAndAPipe) {
  const TempDir dir;
  EXPECT_THAT(File::Open(dir.path()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found a folder")));
  ASSERT_EQ(mkfifo(dir.File("pipe").c_str(), 0600), 0);
  EXPECT_THAT(File::Open(dir.File("pipe")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found a device")));
}

TEST(FileTest, FollowsSymbolicLinks) {
  const TempDir dir;
  dir.Write("blob", "content");
  std::filesystem::create_symlink("blob", dir.File("link"));
  EXPECT_EQ(File::Open(dir.File("link"))->ReadText(0, 7).value(), "content");
}

TEST(FileTest, AReplacedFileIsReadAsItWas) {
  const TempDir dir;
  const File file = File::Open(dir.Write("data", "old")).value();
  dir.Write("new", "other");
  std::filesystem::rename(dir.File("new"), dir.File("data"));
  EXPECT_EQ(file.ReadText(0, 3).value(), "old");
}

TEST(FileTest, ATruncatedFileIsAnError) {
  const TempDir dir;
  const File file = File::Open(dir.Write("data", "0123456789")).value();
  std::filesystem::resize_file(dir.File("data"), 4);
  EXPECT_THAT(file.ReadText(0, 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("the file had 10 bytes when it was opened and has 4 now")));
}

// Half old and half new weights would be no model at all.
TEST(FileTest, AFileThatIsWrittenOverIsAnError) {
  const TempDir dir;
  const std::string path = dir.Write("data", "0123456789");
  const File file = File::Open(path).value();
  EXPECT_EQ(file.ReadText(0, 10).value(), "0123456789");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the clock of files is coarse
  dir.Write("data", "abcdefghij");
  EXPECT_THAT(file.ReadText(0, 10).status(), StatusIs(absl::StatusCode::kInvalidArgument,
                                                      HasSubstr("data: the file was written")));
}

TEST(FileTest, MovesKeepTheDescriptor) {
  const TempDir dir;
  File first = File::Open(dir.Write("a", "first")).value();
  File second = File::Open(dir.Write("b", "second")).value();
  second = std::move(first);
  EXPECT_EQ(second.ReadText(0, 5).value(), "first");
  EXPECT_EQ(second.name(), "a");
}

}  // namespace
}  // namespace headwise
