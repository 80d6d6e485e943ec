#include "engine/parallel/cpu_budget.h"

#include <sched.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "gtest/gtest.h"
#include "tests/support/temp_folder.h"

namespace headwise {
namespace {

namespace fs = std::filesystem;

TEST(CpusOfCpuMaxTest, DividesQuotaByPeriod) {
  EXPECT_EQ(CpusOfCpuMax("150000 100000\n"), 1.5);
  EXPECT_EQ(CpusOfCpuMax("max 100000\n"), std::nullopt);
  for (const char* odd : {"", "100000", "0 100000", "1 0", "-5 100000", "a b", "1 2 3", "nan 1"}) {
    EXPECT_EQ(CpusOfCpuMax(odd), std::nullopt) << odd;
  }
}

class CgroupTest : public ::testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((mount_ / path).parent_path());
    std::ofstream(mount_ / path) << text;
  }

  const testing::TempFolder folder_;
  const fs::path mount_ = folder_.path();
};

TEST_F(CgroupTest, TakesTheTightestQuotaOnTheWayUp) {
  Write("a/cpu.max", "200000 100000");
  Write("a/b/cpu.max", "max 100000");
  Write("a/b/c/cpu.max", "400000 100000");
  EXPECT_EQ(CgroupCpus("0::/a/b/c\n", mount_.string()), 2.0);
  EXPECT_EQ(CgroupCpus("0::/elsewhere\n", mount_.string()), std::nullopt);
}

TEST_F(CgroupTest, ReadsTheRootOfAContainer) {
  Write("cpu.max", "50000 100000");
  EXPECT_EQ(CgroupCpus("0::/\n", mount_.string()), 0.5);
}

TEST_F(CgroupTest, ReadsVersion1) {
  Write("cpu/x/cpu.cfs_quota_us", "300000\n");
  Write("cpu/x/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus("5:cpuset:/x\n4:cpu,cpuacct:/x\n", mount_.string()), 3.0);
  Write("cpu/y/cpu.cfs_quota_us", "-1\n");
  Write("cpu/y/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(CgroupCpus("4:cpu,cpuacct:/y\n", mount_.string()), std::nullopt);
}

TEST(CpuBudgetTest, FollowsTheAffinityMask) {
  std::thread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(CpuBudget(), 1);
  }).join();
}

}  // namespace
}  // namespace headwise
