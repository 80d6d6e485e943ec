#include "engine/checkpoint/output_path.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::StatusIs;

class OutputPathTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }

  testing::TempFolder folder_;
};

TEST_F(OutputPathTest, NewNamesAndRegularFilesAreTaken) {
  std::ofstream(Path("old")) << "old";
  EXPECT_EQ(*OutputPath(Path("new")), Path("new"));
  EXPECT_EQ(*OutputPath(Path("old")), Path("old"));
  EXPECT_EQ(*OutputPath(Path("none/new")), Path("none/new"));
}

TEST_F(OutputPathTest, LinksAreFollowed) {
  std::ofstream(Path("old")) << "old";
  fs::create_symlink("old", Path("link"));
  EXPECT_EQ(*OutputPath(Path("link")), fs::canonical(Path("old")).string());
}

TEST_F(OutputPathTest, WhatRenamingWouldDestroyIsRefused) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  fs::create_symlink("loop", Path("loop"));
  fs::create_symlink("/dev/null", Path("null"));
  for (const std::string& name :
       {Path("pipe"), Path("loop"), Path("null"), folder_.path(), std::string("/dev/null")}) {
    EXPECT_THAT(OutputPath(name),
                StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("cannot create")))
        << name;
  }
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

}  // namespace
}  // namespace headwise
