#include "engine/parallel/worker_pool.h"

#include <omp.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;
constexpr auto kAll = WorkerPool::Spread::kAllWorkers;

TEST(WorkerPoolTest, EachItemRunsOnce) {
  auto pool = *WorkerPool::Create(4);
  std::vector<std::atomic<int>> runs(1000);
  for (int repeat = 1; repeat <= 50; ++repeat) {
    pool->Run(1000, kAll, [&](int worker, std::int64_t item) {
      EXPECT_TRUE(worker >= 0 && worker < 4);
      ++runs[item];
    });
    for (const auto& count : runs) ASSERT_EQ(count, repeat);
  }
}

TEST(WorkerPoolTest, NoItemsAreFine) {
  auto pool = *WorkerPool::Create(2);
  pool->Run(0, kAll, [](int, std::int64_t) { FAIL(); });
}

TEST(WorkerPoolTest, OneWorkerIndexIsOneThreadAtATime) {
  auto pool = *WorkerPool::Create(3);
  std::vector<std::atomic<int>> inside(3);
  pool->Run(3000, kAll, [&](int worker, std::int64_t) {
    EXPECT_EQ(inside[worker].fetch_add(1), 0);
    inside[worker].fetch_sub(1);
  });
}

TEST(WorkerPoolTest, CallersTakeTurns) {
  auto pool = *WorkerPool::Create(2);
  std::atomic<int> running{0};
  std::atomic<std::int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 100; ++repeat) {
        pool->Run(10, kAll, [&](int, std::int64_t item) {
          EXPECT_LE(++running, 2);
          sum += item;
          --running;
        });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 4 * 100 * 45);
}

TEST(WorkerPoolTest, CallerOnlyStaysOnTheCallingThread) {
  auto pool = *WorkerPool::Create(4);
  const std::thread::id caller = std::this_thread::get_id();
  pool->Run(100, WorkerPool::Spread::kCallerOnly, [&](int worker, std::int64_t) {
    EXPECT_EQ(worker, 0);
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST(WorkerPoolTest, OpenMpHasOneThreadInsideAndItsOwnNumberOutside) {
  omp_set_num_threads(3);
  auto pool = *WorkerPool::Create(2);
  pool->Run(64, kAll, [](int, std::int64_t) { EXPECT_EQ(omp_get_max_threads(), 1); });
  EXPECT_EQ(omp_get_max_threads(), 3);
}

// Both must be at work at once; that they are, after a sleep too, is what placement is for.
TEST(WorkerPoolTest, WorkersRunOnDifferentProcessors) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  if (CPU_COUNT(&allowed) < 2) GTEST_SKIP() << "one processor";
  auto pool = *WorkerPool::Create(2);
  int apart = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::array<std::atomic<int>, 2> processors{-1, -1};
    std::atomic<int> there{0};
    pool->Run(2, kAll, [&](int worker, std::int64_t) {
      ++there;
      while (there < 2) std::this_thread::yield();
      processors[worker] = sched_getcpu();
    });
    apart += processors[0] != processors[1] ? 1 : 0;
  }
  EXPECT_GE(apart, 10);  // the system may move the caller at any time
}

TEST(WorkerPoolTest, CountsBusyTime) {
  auto pool = *WorkerPool::Create(1);
  pool->Run(1, kAll,
            [](int, std::int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
  EXPECT_GE(pool->busy_seconds(), 0.005);
}

TEST(WorkerPoolTest, RefusesAbsurdSizes) {
  EXPECT_THAT(WorkerPool::Create(0),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got 0")));
  EXPECT_THAT(WorkerPool::Create(1025),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("got 1025")));
}

}  // namespace
}  // namespace headwise
