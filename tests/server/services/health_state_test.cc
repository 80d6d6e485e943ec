#include "server/services/health_state.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise::testing {
namespace {

using ::testing::ElementsAre;

constexpr const char* kReadyNames[] = {"", "headwise.v1.AttentionService",
                                       "headwise.v1.ModelService", "readiness"};

class FakeWatcher final : public HealthState::Watcher {
 public:
  void OnServing(std::optional<bool> serving) override { seen.push_back(serving); }
  void OnEnd() override { ++ends; }
  std::vector<std::optional<bool>> seen;
  int ends = 0;
};

TEST(HealthStateTest, OnlyLivenessServesFromTheStart) {
  const HealthState state;
  EXPECT_EQ(state.IsServing("liveness"), true);
  for (const char* name : kReadyNames) EXPECT_EQ(state.IsServing(name), false) << name;
  EXPECT_EQ(state.IsServing("nonsense"), std::nullopt);
}

TEST(HealthStateTest, ReadyThenDraining) {
  HealthState state;
  state.SetReady();
  for (const char* name : kReadyNames) EXPECT_EQ(state.IsServing(name), true) << name;
  EXPECT_TRUE(state.Drain());
  for (const char* name : kReadyNames) EXPECT_EQ(state.IsServing(name), false) << name;
  EXPECT_EQ(state.IsServing("liveness"), true);
}

TEST(HealthStateTest, AModelThatLoadsDuringTheDrainChangesNothing) {
  HealthState state;
  EXPECT_FALSE(state.Drain());
  state.SetReady();
  EXPECT_EQ(state.IsServing(""), false);
}

TEST(HealthStateTest, WatchersHearTheStateAndItsChanges) {
  HealthState state;
  FakeWatcher watcher;
  state.AddWatcher("readiness", watcher);
  state.SetReady();
  state.SetReady();
  state.Drain();
  EXPECT_THAT(watcher.seen, ElementsAre(false, true, false));
  state.RemoveWatcher(watcher);
  state.End();
  EXPECT_EQ(watcher.ends, 0);
}

TEST(HealthStateTest, AnUnknownNameIsWatchedAsUnknown) {
  HealthState state;
  FakeWatcher watcher;
  state.AddWatcher("nonsense", watcher);
  EXPECT_THAT(watcher.seen, ElementsAre(std::nullopt));
}

TEST(HealthStateTest, TheEndReachesPresentAndFutureWatchers) {
  HealthState state;
  FakeWatcher present;
  FakeWatcher future;
  state.AddWatcher("", present);
  state.End();
  state.AddWatcher("", future);
  EXPECT_EQ(present.ends, 1);
  EXPECT_EQ(future.ends, 1);
}

}  // namespace
}  // namespace headwise::testing
