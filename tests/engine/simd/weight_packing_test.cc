#include "engine/simd/weight_packing.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/tensor/aligned_buffer.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"
#include "tests/engine/simd/random_values.h"

namespace headwise {
namespace {

// What W [columns,inner] is after packing.
std::vector<float> PackedAndUnpacked(WeightStorage storage, const std::vector<float>& weights,
                                     std::int64_t inner, std::int64_t columns) {
  AlignedBuffer<std::byte> memory(
      static_cast<std::size_t>(PackedWeightBytes(storage, inner, columns)));
  const PackedWeights packed{storage, inner, columns, memory.data()};
  PackWeights(weights.data(), nullptr, packed);
  std::vector<float> unpacked(weights.size());
  UnpackWeights(packed, unpacked.data());
  return unpacked;
}

TEST(WeightPackingTest, WideWeightsComeBackAsTheyWere) {
  testing::ForEachTarget([] {
    const std::vector<float> weights = testing::RandomValues(70 * 9);
    EXPECT_EQ(PackedAndUnpacked(WeightStorage::kF32, weights, 9, 70), weights);
  });
}

TEST(WeightPackingTest, TinyWeightsDoNotGrowWhenTheyAreRounded) {
  std::vector<float> weights(2 * 8, 1e-39f);
  for (int k = 0; k < 8; ++k) weights[8 + k] = 3e-37f * static_cast<float>(k);
  const std::vector<float> unpacked = PackedAndUnpacked(WeightStorage::kInt8, weights, 8, 2);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    EXPECT_NEAR(unpacked[i], weights[i], 1.01 * 7 * 3e-37 / 254) << i;
  }
}

}  // namespace
}  // namespace headwise
