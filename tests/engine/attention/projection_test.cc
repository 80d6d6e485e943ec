#include "engine/attention/projection.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/attention/projection_maker.h"
#include "gtest/gtest.h"
#include "tests/support/random_layer.h"
#include "tests/support/status_matchers.h"

namespace headwise {
namespace {

// With each kind of kernels.
class ProjectionTest : public ::testing::TestWithParam<ProjectionKernels> {
 protected:
  ProjectionMaker Maker(WeightStorage storage = WeightStorage::kF32) {
    return {plans_, *workers_, {storage, GetParam()}};
  }

  std::unique_ptr<Projection> Make(std::int64_t inner, std::int64_t columns) {
    weights_ = testing::RandomFloats(random_, inner * columns, 1.0f);
    bias_ = testing::RandomFloats(random_, columns, 1.0f);
    const ProjectionPart part{columns, weights_.data(), bias_.data()};
    auto made = Maker().Make(inner, {&part, 1}, columns);
    EXPECT_THAT(made, testing::IsOk());
    return *std::move(made);
  }

  // All blocks of one panel; `source` has room for the height.
  std::vector<float> RunPanel(const Projection& projection, std::int64_t rows,
                              const float* source) {
    std::vector<float> result(projection.HeightFor(rows) * projection.columns());
    for (int block = 0; block < projection.blocks(); ++block) {
      EXPECT_THAT(projection.Run(0, block, rows, source, result.data()), testing::IsOk());
    }
    return result;
  }

  testing::Random random_{5};
  std::unique_ptr<OnednnRuntime> runtime_ = *OnednnRuntime::Create(1);
  std::unique_ptr<WorkerPool> workers_ = *WorkerPool::Create(1);
  PlanCache plans_{*runtime_};
  std::vector<float> weights_;
  std::vector<float> bias_;
};

TEST_P(ProjectionTest, ComputesXTimesWTransposedPlusBias) {
  auto projection = Make(20, 300);  // two blocks, the second a narrow one
  EXPECT_EQ(projection->blocks(), 2);
  const std::vector<float> x = testing::RandomFloats(random_, 96 * 20, 1.0f);
  const std::vector<float> y = RunPanel(*projection, 3, x.data());
  for (int r = 0; r < 3; ++r) {
    for (int o = 0; o < 300; ++o) {
      double want = bias_[o];
      for (int i = 0; i < 20; ++i) want += double{x[r * 20 + i]} * weights_[o * 20 + i];
      ASSERT_NEAR(y[r * 300 + o], want, 1e-4) << r << "," << o;
    }
  }
}

TEST_P(ProjectionTest, RowsDoNotDependOnTheirPanel) {
  auto projection = Make(257, 70);
  ASSERT_TRUE(projection->row_invariant());
  std::vector<float> x = testing::RandomFloats(random_, 2 * 96 * 257, 1.0f);
  const std::vector<float> full = RunPanel(*projection, projection->panel_rows(), x.data());
  for (std::int64_t rows = 1; rows < projection->panel_rows(); ++rows) {
    const std::vector<float> part = RunPanel(*projection, rows, x.data());
    ASSERT_EQ(std::memcmp(part.data(), full.data(), rows * 70 * sizeof(float)), 0)
        << rows << " rows";
  }
}

TEST_P(ProjectionTest, BlocksEndWhereAPartEnds) {
  weights_ = testing::RandomFloats(random_, 20 * 430, 1.0f);
  const ProjectionPart parts[] = {{300, weights_.data(), nullptr},
                                  {60, weights_.data() + 300 * 20, nullptr},
                                  {70, weights_.data() + 360 * 20, nullptr}};
  auto made = Maker().Make(20, parts, 430);
  ASSERT_THAT(made, testing::IsOk());
  const Projection& projection = **made;
  EXPECT_EQ(projection.PartBegin(1), 2);
  EXPECT_EQ(projection.PartBegin(2), 3);
  EXPECT_EQ(projection.PartBegin(3), projection.blocks());
  EXPECT_EQ(projection.Columns(0, 2), 300);
  EXPECT_EQ(projection.Columns(2, 4), 130);
  std::vector<float> unpacked(20 * 430);
  ASSERT_THAT(projection.Unpack(unpacked.data()), testing::IsOk());
  EXPECT_EQ(unpacked, weights_);
}

// oneDNN 3.7.2 gives wrong results for one column of a wider destination.
TEST_P(ProjectionTest, AColumnAloneAmongOthersIsRight) {
  weights_ = testing::RandomFloats(random_, 19 * 8, 1.0f);
  const ProjectionPart parts[] = {{3, weights_.data(), nullptr},
                                  {1, weights_.data() + 3 * 19, nullptr},
                                  {4, weights_.data() + 4 * 19, nullptr}};
  auto made = Maker().Make(19, parts, 8);
  ASSERT_THAT(made, testing::IsOk());
  const std::vector<float> x = testing::RandomFloats(random_, 96 * 19, 1.0f);
  const std::vector<float> y = RunPanel(**made, 5, x.data());
  for (int r = 0; r < 5; ++r) {
    for (int o = 0; o < 8; ++o) {
      double want = 0;
      for (int i = 0; i < 19; ++i) want += double{x[r * 19 + i]} * weights_[o * 19 + i];
      ASSERT_NEAR(y[r * 8 + o], want, 1e-5) << r << "," << o;
    }
  }
  std::vector<float> unpacked(19 * 8);
  ASSERT_THAT((*made)->Unpack(unpacked.data()), testing::IsOk());
  EXPECT_EQ(unpacked, weights_);
}

TEST_P(ProjectionTest, UnpackGivesTheWeightsBack) {
  auto projection = Make(37, 301);
  std::vector<float> unpacked(37 * 301);
  ASSERT_THAT(projection->Unpack(unpacked.data()), testing::IsOk());
  EXPECT_EQ(unpacked, weights_);
}

TEST_P(ProjectionTest, SeveralWorkersPackWhatOnePacks) {
  const auto alone = Make(200, 2090);  // nine blocks, the last one narrow
  const auto runtime = *OnednnRuntime::Create(3);
  const auto workers = *WorkerPool::Create(3);
  PlanCache plans(*runtime);
  const ProjectionPart part{2090, weights_.data(), bias_.data()};
  const auto together = ProjectionMaker(plans, *workers, {WeightStorage::kF32, GetParam()})
                            .Make(200, {&part, 1}, 2090);
  ASSERT_THAT(together, testing::IsOk());
  EXPECT_EQ((*together)->weights_bytes(), alone->weights_bytes());
  std::vector<float> unpacked(weights_.size());
  ASSERT_THAT((*together)->Unpack(unpacked.data()), testing::IsOk());
  EXPECT_TRUE(unpacked == weights_);
  const std::vector<float> x = testing::RandomFloats(random_, 96 * 200, 1.0f);
  EXPECT_TRUE(RunPanel(**together, 7, x.data()) == RunPanel(*alone, 7, x.data()));
}

INSTANTIATE_TEST_SUITE_P(Kernels, ProjectionTest,
                         ::testing::Values(ProjectionKernels::kHighway, ProjectionKernels::kOnednn),
                         [](const auto& info) {
                           return info.param == ProjectionKernels::kHighway ? "Highway" : "Onednn";
                         });

using OnednnProjectionTest = ProjectionTest;
INSTANTIATE_TEST_SUITE_P(Kernels, OnednnProjectionTest,
                         ::testing::Values(ProjectionKernels::kOnednn));

TEST_P(OnednnProjectionTest, EqualShapesShareTheirPlans) {
  auto first = Make(32, 64);
  const std::int64_t misses = plans_.misses();
  auto second = Make(32, 64);
  EXPECT_EQ(plans_.misses(), misses);
  EXPECT_GT(plans_.hits(), 0);
  const std::int64_t alive = plans_.plans();
  EXPECT_GT(alive, 0);
  first.reset();
  EXPECT_EQ(plans_.plans(), alive);
  second.reset();
  EXPECT_EQ(plans_.plans(), 0);
}

using HighwayProjectionTest = ProjectionTest;
INSTANTIATE_TEST_SUITE_P(Kernels, HighwayProjectionTest,
                         ::testing::Values(ProjectionKernels::kHighway));

TEST_P(HighwayProjectionTest, NarrowWeightsMultiplyAsTheyUnpack) {
  weights_ = testing::RandomFloats(random_, 40 * 330, 1.0f);
  bias_ = testing::RandomFloats(random_, 330, 1.0f);
  const ProjectionPart part{330, weights_.data(), bias_.data()};
  const std::vector<float> x = testing::RandomFloats(random_, 7 * 40, 1.0f);
  for (WeightStorage storage : {WeightStorage::kBF16, WeightStorage::kInt8}) {
    const auto made = Maker(storage).Make(40, {&part, 1}, 330);
    ASSERT_THAT(made, testing::IsOk());
    std::vector<float> unpacked(weights_.size());
    ASSERT_THAT((*made)->Unpack(unpacked.data()), testing::IsOk());
    const std::vector<float> y = RunPanel(**made, 7, x.data());
    for (int r = 0; r < 7; ++r) {
      for (int o = 0; o < 330; ++o) {
        double want = bias_[o];
        for (int i = 0; i < 40; ++i) want += double{x[r * 40 + i]} * unpacked[o * 40 + i];
        ASSERT_NEAR(y[r * 330 + o], want, 1e-4) << r << "," << o;
      }
    }
  }
}

TEST_P(HighwayProjectionTest, NarrowWeightsAreNearAndSmall) {
  weights_ = testing::RandomFloats(random_, 64 * 256, 1.0f);
  const ProjectionPart part{256, weights_.data(), nullptr};
  const auto wide = Maker().Make(64, {&part, 1}, 256);
  std::vector<float> unpacked(weights_.size());
  // Half a unit of 8 bits of mantissa; half of a 127th of the largest weight.
  const auto bf16 = Maker(WeightStorage::kBF16).Make(64, {&part, 1}, 256);
  ASSERT_THAT((*bf16)->Unpack(unpacked.data()), testing::IsOk());
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    ASSERT_NEAR(unpacked[i], weights_[i], std::abs(weights_[i]) / 256);
  }
  const auto int8 = Maker(WeightStorage::kInt8).Make(64, {&part, 1}, 256);
  ASSERT_THAT((*int8)->Unpack(unpacked.data()), testing::IsOk());
  for (std::size_t row = 0; row < 256; ++row) {
    float largest = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      largest = std::max(largest, std::abs(weights_[row * 64 + i]));
    }
    for (std::size_t i = 0; i < 64; ++i) {
      ASSERT_NEAR(unpacked[row * 64 + i], weights_[row * 64 + i], 1.0001f * largest / 254);
    }
  }
  EXPECT_LT((*bf16)->weights_bytes(), 0.52 * static_cast<double>((*wide)->weights_bytes()));
  EXPECT_LT((*int8)->weights_bytes(), 0.29 * static_cast<double>((*wide)->weights_bytes()));
}

TEST_P(HighwayProjectionTest, Bf16WeightsStayExact) {
  weights_ = testing::RandomFloats(random_, 24 * 48, 1.0f);
  for (float& weight : weights_) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &weight, sizeof(bits));
    bits &= 0xffff0000u;
    std::memcpy(&weight, &bits, sizeof(bits));
  }
  const ProjectionPart part{48, weights_.data(), nullptr};
  const auto wide = Maker().Make(24, {&part, 1}, 48);
  const auto narrow = Maker(WeightStorage::kBF16).Make(24, {&part, 1}, 48);
  const std::vector<float> x = testing::RandomFloats(random_, 13 * 24, 1.0f);
  EXPECT_EQ(RunPanel(**narrow, 13, x.data()), RunPanel(**wide, 13, x.data()));
}

TEST_P(HighwayProjectionTest, ZeroWeightsStayZero) {
  weights_.assign(8 * 16, 0.0f);
  const ProjectionPart part{16, weights_.data(), nullptr};
  const auto made = Maker(WeightStorage::kInt8).Make(8, {&part, 1}, 16);
  const std::vector<float> x = testing::RandomFloats(random_, 8, 1.0f);
  EXPECT_EQ(RunPanel(**made, 1, x.data()), std::vector<float>(16, 0.0f));
}

}  // namespace
}  // namespace headwise
