#include <cstdint>
#include <memory>

#include "engine/attention/attention_layer.h"
#include "gtest/gtest.h"
#include "tests/support/peak_memory.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

// AddressSanitizer's allocator keeps freed memory of each size apart.
#ifdef __SANITIZE_ADDRESS__
constexpr double kMostGrowth = 200e6;
#else
constexpr double kMostGrowth = 4e6;
#endif

class LengthsTest : public ::testing::TestWithParam<ProjectionKernels> {};

INSTANTIATE_TEST_SUITE_P(Kernels, LengthsTest,
                         ::testing::Values(ProjectionKernels::kHighway, ProjectionKernels::kOnednn),
                         [](const auto& kernels) {
                           return kernels.param == ProjectionKernels::kOnednn ? "Onednn"
                                                                              : "Highway";
                         });

TEST_P(LengthsTest, ThousandsOfLengthsNeedNoPlansAndNoMoreMemory) {
  LayerSpec spec = testing::MakeSpec(16, 2, 2, 8);
  spec.causal = true;
  spec.window = 16;
  testing::Random random{11};
  const std::unique_ptr<Engine> engine = *Engine::Create({/*workers=*/2});
  const auto layer = AttentionLayer::Create(*engine, spec, testing::RandomWeights(random, spec),
                                            {WeightStorage::kF32, GetParam()});
  ASSERT_THAT(layer, testing::IsOk());
  const bool plans = GetParam() == ProjectionKernels::kOnednn;
  const std::int64_t misses = engine->stats().plan_cache_misses;
  EXPECT_EQ(misses > 0, plans);
  const auto run = [&](std::int64_t tokens) {
    const Tensor input = testing::RandomInput(random, 1, tokens, 16);
    testing::Call call;
    call.request.input = input.view();
    testing::Run(**layer, {&call});
    ASSERT_THAT(call.task.status, testing::IsOk());
  };
  run(4000);
  const double before = testing::ResetPeakMemory();
  for (std::int64_t tokens = 1; tokens <= 4000; ++tokens) run(tokens);
  EXPECT_EQ(engine->stats().plan_cache_misses, misses);
  // Scores of 4,000 tokens against each other would be 64 MB.
  EXPECT_LT(testing::PeakMemory() - before, kMostGrowth);
}

}  // namespace
}  // namespace headwise
