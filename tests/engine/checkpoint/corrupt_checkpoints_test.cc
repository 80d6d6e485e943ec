// Every fault has its own error, and none crashes.
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "engine/checkpoint/architecture.h"
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
using ::headwise::testing::GoldenDir;
using ::headwise::testing::IsOk;
using ::headwise::testing::NoFault;
using ::headwise::testing::ReadWholeFile;
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
  EXPECT_GE(faults.size(), 100u);
  std::set<std::string> messages;
  for (const Fault& fault : faults) {
    const absl::Status status = OpenWith(fault);
    EXPECT_TRUE(messages.insert(std::string(status.message())).second)
        << fault.name << ": " << status;
    EXPECT_LT(status.message().size(), 700u) << fault.name;
    EXPECT_FALSE(absl::StrContains(status.message(), "\n")) << fault.name;
  }
}

// A spec that was taken is one that a layer can be made of.
void ExpectSound(const CheckpointPlan& plan) {
  for (const LayerPlan& layer : plan.layers) {
    const LayerSpec& spec = layer.spec;
    ASSERT_GT(spec.heads, 0);
    ASSERT_EQ(spec.heads % spec.kv_heads, 0);
    ASSERT_TRUE(std::isfinite(spec.scale) && spec.scale > 0) << spec.scale;
    ASSERT_LE(spec.rope.dims, spec.head_dim);
    for (double frequency : spec.rope.Frequencies(100)) ASSERT_TRUE(std::isfinite(frequency));
  }
}

TEST(CorruptCheckpointsTest, TenThousandFlipsInConfigs) {
  std::mt19937 random(20250131);
  int taken = 0;
  for (const char* name : {"gemma3", "gpt_oss", "falcon_alibi", "t5_encoder", "clip_text"}) {
    const TensorSource source = TensorSource::Open(GoldenDir(name)).value();
    const std::string text = ReadWholeFile(GoldenDir(name) + "/config.json");
    for (int i = 0; i < 2000; ++i) {
      std::string damaged = text;
      damaged[random() % damaged.size()] ^= static_cast<char>(1u << (random() % 7));
      const absl::StatusOr<Config> config = Config::Parse(damaged);
      if (!config.ok()) continue;
      const absl::StatusOr<CheckpointPlan> plan = PlanCheckpoint(*config, source);
      if (!plan.ok()) continue;
      ExpectSound(*plan);
      ++taken;
    }
  }
  EXPECT_GT(taken, 500);
  EXPECT_LT(taken, 9000);
}

}  // namespace
}  // namespace headwise
