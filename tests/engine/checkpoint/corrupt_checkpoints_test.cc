// Every fault has its own error, and none crashes.
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "engine/checkpoint/checkpoint.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/checkpoint/checkpoint_files.h"
#include "tests/engine/checkpoint/faults.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::headwise::testing::AllFaults;
using ::headwise::testing::Fault;
using ::headwise::testing::IsOk;
using ::headwise::testing::NoFault;
using ::headwise::testing::StatusIs;
using ::headwise::testing::TempDir;

absl::Status OpenWith(const Fault& fault) {
  const TempDir dir;
  dir.Write("config.json", fault.config);
  dir.Write("model.safetensors", fault.model);
  const absl::Status status = Checkpoint::Open(dir.path()).status();
  EXPECT_FALSE(absl::StrContains(status.message(), dir.path())) << status;
  return status;
}

TEST(CorruptCheckpointsTest, TheSoundOneOpens) { EXPECT_THAT(OpenWith(NoFault()), IsOk()); }

TEST(CorruptCheckpointsTest, EveryFaultHasItsError) {
  for (const Fault& fault : AllFaults()) {
    EXPECT_THAT(OpenWith(fault), StatusIs(fault.code, ::testing::HasSubstr(fault.text)))
        << fault.name;
  }
}

TEST(CorruptCheckpointsTest, ErrorsAreDistinctAndOnOneLine) {
  const std::vector<Fault> faults = AllFaults();
  EXPECT_GE(faults.size(), 60u);
  std::set<std::string> messages;
  for (const Fault& fault : faults) {
    const absl::Status status = OpenWith(fault);
    EXPECT_TRUE(messages.insert(std::string(status.message())).second)
        << fault.name << ": " << status;
    EXPECT_LT(status.message().size(), 700u) << fault.name;
    EXPECT_FALSE(absl::StrContains(status.message(), "\n")) << fault.name;
  }
}

}  // namespace
}  // namespace headwise
