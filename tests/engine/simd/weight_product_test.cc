#include "engine/simd/weight_product.h"

#include <cstdint>
#include <vector>

#include "engine/tensor/aligned_buffer.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"
#include "tests/engine/simd/random_values.h"

namespace headwise {
namespace {

// Rows times a matrix in some storage, against what the storage unpacks to.
void ExpectProduct(WeightStorage storage, std::int64_t count, std::int64_t inner,
                   std::int64_t columns) {
  const std::vector<float> weights = testing::RandomValues(columns * inner);
  const std::vector<float> bias = testing::RandomValues(columns);
  const std::vector<float> rows = testing::RandomValues(count * (inner + 2));
  AlignedBuffer<std::byte> memory(
      static_cast<std::size_t>(PackedWeightBytes(storage, inner, columns)));
  const PackedWeights packed{storage, inner, columns, memory.data()};
  PackWeights(weights.data(), bias.data(), packed);
  std::vector<float> unpacked(weights.size());
  UnpackWeights(packed, unpacked.data());

  const std::int64_t stride = columns + 1;
  std::vector<float> result(static_cast<std::size_t>(count * stride), 9);
  ApplyWeights({rows.data(), inner + 2}, count, packed, result.data(), stride);
  for (std::int64_t r = 0; r < count; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      double want = bias[c];
      for (std::int64_t k = 0; k < inner; ++k) {
        want += double{rows[r * (inner + 2) + k]} * unpacked[c * inner + k];
      }
      ASSERT_NEAR(result[r * stride + c], want, 2e-5)
          << count << "x" << inner << "x" << columns << " at " << r << "," << c;
    }
    ASSERT_EQ(result[r * stride + columns], 9) << "beside the last column";
  }
}

TEST(WeightProductTest, IsTheProductInEveryStorage) {
  testing::ForEachTarget([] {
    for (WeightStorage storage :
         {WeightStorage::kF32, WeightStorage::kBF16, WeightStorage::kInt8}) {
      for (std::int64_t count : {1, 2, 5, 6, 13}) {
        for (std::int64_t inner : {1, 7, 32}) {
          for (std::int64_t columns : {1, 4, 15, 16, 33, 64, 100, 256}) {
            ExpectProduct(storage, count, inner, columns);
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace headwise
