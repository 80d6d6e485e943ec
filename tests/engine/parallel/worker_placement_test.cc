#include "engine/parallel/worker_placement.h"

#include <pthread.h>
#include <sched.h>

#include <initializer_list>
#include <mutex>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace headwise {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Processors = std::vector<int>;

cpu_set_t SetOf(std::initializer_list<int> processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int processor : processors) CPU_SET(processor, &set);
  return set;
}

Processors In(const cpu_set_t& set) {
  Processors processors;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) processors.push_back(i);
  }
  return processors;
}

std::vector<Processors> Chosen(std::initializer_list<int> allowed, std::vector<int> used_last) {
  std::vector<Processors> chosen;
  for (const cpu_set_t& set : ProcessorsOfWorkers(SetOf(allowed), used_last)) {
    chosen.push_back(In(set));
  }
  return chosen;
}

TEST(ProcessorsOfWorkersTest, WorkersKeepOffTheCaller) {
  EXPECT_THAT(Chosen({0, 1, 2, 3}, {2, -1, 0}),
              ElementsAre(Processors{0, 1, 2, 3}, Processors{0, 1, 3}, Processors{0, 1, 3}));
}

TEST(ProcessorsOfWorkersTest, AWorkerThatMetTheCallerGoesWhereNobodyWas) {
  EXPECT_THAT(Chosen({0, 1, 4, 5}, {1, 1, 5}),
              ElementsAre(Processors{0, 1, 4, 5}, Processors{0, 4}, Processors{0, 4, 5}));
}

TEST(ProcessorsOfWorkersTest, WorkersThatMetShareOutWhatIsFree) {
  EXPECT_THAT(Chosen({0, 1, 2, 3, 4}, {0, 0, 0, 3}),
              ElementsAre(Processors{0, 1, 2, 3, 4}, Processors{1, 4}, Processors{2},
                          Processors{1, 2, 3, 4}));
}

TEST(ProcessorsOfWorkersTest, TooFewProcessorsAreLeftToTheSystem) {
  EXPECT_THAT(Chosen({0, 1}, {0, 0, 0}), IsEmpty());
}

TEST(ProcessorsOfWorkersTest, ACallerElsewhereIsNotInTheWay) {
  EXPECT_THAT(Chosen({4, 5}, {0, 1}), ElementsAre(Processors{4, 5}, Processors{4, 5}));
}

// A thread that waits until it is destroyed.
class Sleeper {
 public:
  Sleeper() : lock_(mutex_), thread_([this] { std::lock_guard<std::mutex> wait(mutex_); }) {}
  ~Sleeper() {
    lock_.unlock();
    thread_.join();
  }
  pthread_t handle() { return thread_.native_handle(); }

 private:
  std::mutex mutex_;
  std::unique_lock<std::mutex> lock_;
  std::thread thread_;
};

Processors AllowedTo(pthread_t thread) {
  cpu_set_t set;
  EXPECT_EQ(pthread_getaffinity_np(thread, sizeof(set), &set), 0);
  return In(set);
}

TEST(WorkerPlacementTest, TellsTheSystem) {
  const Processors all = AllowedTo(pthread_self());
  if (all.size() < 2) GTEST_SKIP() << "one processor";
  WorkerPlacement placement(2);
  Sleeper worker;
  const cpu_set_t first = SetOf({all[0]});
  std::thread caller([&] {
    ASSERT_EQ(pthread_setaffinity_np(pthread_self(), sizeof(first), &first), 0);
    placement.Arrange({worker.handle()});
  });
  caller.join();
  EXPECT_EQ(AllowedTo(worker.handle()), Processors(all.begin() + 1, all.end()));
}

TEST(WorkerPlacementTest, OneProcessorForTwoWorkersIsLeftAlone) {
  std::thread caller([] {
    const cpu_set_t one = SetOf({AllowedTo(pthread_self())[0]});
    ASSERT_EQ(pthread_setaffinity_np(pthread_self(), sizeof(one), &one), 0);
    WorkerPlacement placement(2);
    Sleeper worker;
    placement.Arrange({worker.handle()});
    EXPECT_EQ(AllowedTo(worker.handle()), In(one));
  });
  caller.join();
}

}  // namespace
}  // namespace headwise
