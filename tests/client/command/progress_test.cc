#include "client/command/progress.h"

#include <chrono>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string Watch(bool terminal, std::chrono::milliseconds time) {
  std::ostringstream err;
  Console console{&err, &err};
  console.progress = terminal;
  {
    Progress progress(console, "measuring");
    std::this_thread::sleep_for(time);
  }
  return err.str();
}

TEST(ProgressTest, ShowsSecondsAndLeavesNothing) {
  const std::string shown = Watch(true, std::chrono::milliseconds(1300));
  EXPECT_THAT(shown, HasSubstr("measuring (1 s)"));
  EXPECT_THAT(shown, EndsWith("\r\033[K"));
}

TEST(ProgressTest, IsSilentForShortWork) {
  EXPECT_EQ(Watch(true, std::chrono::milliseconds(1)), "");
}

TEST(ProgressTest, IsSilentWithoutATerminal) {
  EXPECT_EQ(Watch(false, std::chrono::milliseconds(1300)), "");
}

}  // namespace
}  // namespace headwise
