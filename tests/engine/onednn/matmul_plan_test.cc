#include "engine/onednn/matmul_plan.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/onednn/packed_matrix.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

std::vector<float> Random(std::int64_t count, int seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = uniform(random);
  return values;
}

// a [M,K] rows `stride` apart times b [K,N]
std::vector<double> Multiply(const std::vector<float>& a, std::int64_t stride,
                             const std::vector<float>& b, std::int64_t rows, std::int64_t inner,
                             std::int64_t columns) {
  std::vector<double> c(rows * columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      for (std::int64_t k = 0; k < inner; ++k) {
        c[i * columns + j] += double{a[i * stride + k]} * b[k * columns + j];
      }
    }
  }
  return c;
}

class MatmulPlanTest : public ::testing::Test {
 protected:
  PackedMatrix Pack(const PackedFormat& format, const std::vector<float>& plain,
                    PlainLayout layout = PlainLayout::kInnerByColumns) {
    auto packer = Packer::Create(*runtime_, format, layout);
    EXPECT_THAT(packer, testing::IsOk());
    PackedMatrix packed;
    EXPECT_THAT((*packer)->Pack(0, plain.data(), packed), testing::IsOk());
    return packed;
  }

  std::unique_ptr<OnednnRuntime> runtime_ = *OnednnRuntime::Create(2);
};

TEST_F(MatmulPlanTest, MultipliesWithStridesAndBias) {
  auto plan = *MatmulPlan::Create(*runtime_, {5, 7, 33, 9, 40, /*bias=*/true});
  const std::vector<float> a = Random(5 * 9, 1);
  const std::vector<float> b = Random(7 * 33, 2);
  const std::vector<float> bias = Random(33, 3);
  std::vector<float> c(5 * 40, -7);
  ASSERT_THAT(plan->Run(1, a.data(), Pack(plan->format(), b), bias.data(), c.data()),
              testing::IsOk());
  const std::vector<double> want = Multiply(a, 9, b, 5, 7, 33);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 33; ++j) EXPECT_NEAR(c[i * 40 + j], want[i * 33 + j] + bias[j], 1e-5);
    for (int j = 33; j < 40; ++j) EXPECT_EQ(c[i * 40 + j], -7);
  }
}

TEST_F(MatmulPlanTest, AccumulatesIfAsked) {
  auto plan = *MatmulPlan::Create(*runtime_, {4, 16, 8, 16, 8, false, /*accumulate=*/true});
  const std::vector<float> a = Random(4 * 16, 1);
  const std::vector<float> b = Random(16 * 8, 2);
  std::vector<float> c(4 * 8, 10);
  const PackedMatrix packed = Pack(plan->format(), b);
  ASSERT_THAT(plan->Run(0, a.data(), packed, nullptr, c.data()), testing::IsOk());
  const std::vector<double> want = Multiply(a, 16, b, 4, 16, 8);
  for (int i = 0; i < 32; ++i) EXPECT_NEAR(c[i], 10 + want[i], 1e-5);
}

TEST_F(MatmulPlanTest, OtherHeightsReadTheSamePackedMatrix) {
  auto tall = *MatmulPlan::Create(*runtime_, {64, 48, 80, 48, 80});
  auto low = MatmulPlan::CreateFor(*runtime_, {3, 48, 80, 48, 80}, tall->format());
  ASSERT_THAT(low, testing::IsOk());
  const std::vector<float> a = Random(3 * 48, 1);
  const std::vector<float> b = Random(48 * 80, 2);
  std::vector<float> c(3 * 80);
  ASSERT_THAT((*low)->Run(0, a.data(), Pack(tall->format(), b), nullptr, c.data()),
              testing::IsOk());
  const std::vector<double> want = Multiply(a, 48, b, 3, 48, 80);
  for (int i = 0; i < 3 * 80; ++i) EXPECT_NEAR(c[i], want[i], 1e-5);
}

TEST_F(MatmulPlanTest, PackingIsUndoneByUnpacking) {
  for (PlainLayout layout : {PlainLayout::kInnerByColumns, PlainLayout::kColumnsByInner}) {
    auto plan = *MatmulPlan::Create(*runtime_, {64, 37, 83, 37, 83});
    const std::vector<float> plain = Random(37 * 83, 4);
    const PackedMatrix packed = Pack(plan->format(), plain, layout);
    std::vector<float> back(plain.size());
    auto packer = *Packer::Create(*runtime_, plan->format(), layout);
    ASSERT_THAT(packer->Unpack(1, packed, back.data()), testing::IsOk());
    EXPECT_EQ(back, plain);
  }
}

TEST_F(MatmulPlanTest, PacksIntoMemoryThatIsGiven) {
  const auto plan = *MatmulPlan::Create(*runtime_, {4, 37, 83, 37, 83});
  const auto packer = *Packer::Create(*runtime_, plan->format(), PlainLayout::kInnerByColumns);
  AlignedBuffer<float> memory(static_cast<std::size_t>(plan->format().bytes()) / sizeof(float));
  std::fill_n(memory.data(), memory.size(), 7.0f);  // no weight is as large
  PackedMatrix packed(plan->format(), reinterpret_cast<std::byte*>(memory.data()));
  const std::vector<float> plain = Random(37 * 83, 4);
  ASSERT_THAT(packer->Pack(0, plain.data(), packed), testing::IsOk());
  EXPECT_EQ(packed.bytes(), plan->format().bytes());
  EXPECT_EQ(std::count(memory.data(), memory.data() + memory.size(), 7.0f), 0);
  const std::vector<float> a = Random(4 * 37, 1);
  std::vector<float> got(4 * 83);
  std::vector<float> want(4 * 83);
  ASSERT_THAT(plan->Run(0, a.data(), packed, nullptr, got.data()), testing::IsOk());
  ASSERT_THAT(plan->Run(0, a.data(), Pack(plan->format(), plain), nullptr, want.data()),
              testing::IsOk());
  EXPECT_EQ(got, want);
}

// With oneDNN's own scratchpad, threads that share a plan overwrite each other's values.
TEST_F(MatmulPlanTest, WorkersMayShareAPlan) {
  auto plan = *MatmulPlan::Create(*runtime_, {64, 100, 96, 100, 96});
  const std::vector<float> b = Random(100 * 96, 2);
  const PackedMatrix packed = Pack(plan->format(), b);
  const std::vector<float> a = Random(64 * 100, 1);
  std::vector<float> want(64 * 96);
  ASSERT_THAT(plan->Run(0, a.data(), packed, nullptr, want.data()), testing::IsOk());
  auto pool = *WorkerPool::Create(2);
  std::vector<std::vector<float>> results(2, std::vector<float>(64 * 96));
  std::atomic<int> wrong{0};
  pool->Run(2000, WorkerPool::Spread::kAllWorkers, [&](int worker, std::int64_t) {
    EXPECT_THAT(plan->Run(worker, a.data(), packed, nullptr, results[worker].data()),
                testing::IsOk());
    if (results[worker] != want) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST_F(MatmulPlanTest, TellsWhatRuns) {
  EXPECT_FALSE(OnednnRuntime::InstructionSet().empty());
  EXPECT_THAT(OnednnRuntime::Version(), ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_FALSE((*MatmulPlan::Create(*runtime_, {64, 64, 64, 64, 64}))->kernel().empty());
}

}  // namespace
}  // namespace headwise
