#include "engine/simd/finite.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"

namespace headwise {
namespace {

using testing::ForEachTarget;

TEST(FirstNonFiniteTest, FindsTheFirstWhereverItIs) {
  ForEachTarget([] {
    for (std::int64_t position : {0, 1, 1023, 1024, 1025, 2999}) {
      std::vector<float> values(3000, -std::numeric_limits<float>::max());
      const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
      EXPECT_EQ(FirstNonFinite(DType::kF32, bytes, 3000), -1);
      values[2999] = std::numeric_limits<float>::infinity();
      values[position] = -std::numeric_limits<float>::quiet_NaN();
      EXPECT_EQ(FirstNonFinite(DType::kF32, bytes, 3000), position);
    }
  });
}

TEST(FirstNonFiniteTest, FindsNarrowOnesWhereverTheyAre) {
  ForEachTarget([] {
    for (std::int64_t position : {0, 63, 64, 127, 128, 300}) {
      std::vector<std::uint16_t> values(301, 0x3c00);
      const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
      EXPECT_EQ(FirstNonFinite(DType::kF16, bytes, 301), -1);
      values[static_cast<std::size_t>(position)] = 0x7fff;
      EXPECT_EQ(FirstNonFinite(DType::kF16, bytes, 301), position);
      EXPECT_EQ(FirstNonFinite(DType::kBF16, bytes, 301), position);
    }
  });
}

TEST(FirstNonFiniteTest, KnowsTheNarrowTypes) {
  const std::uint16_t f16[] = {0x7bff, 0x3c00, 0xfc00};
  EXPECT_EQ(FirstNonFinite(DType::kF16, reinterpret_cast<const std::byte*>(f16), 3), 2);
  const std::uint16_t bf16[] = {0x7f7f, 0x7fc0, 0x7f80};
  EXPECT_EQ(FirstNonFinite(DType::kBF16, reinterpret_cast<const std::byte*>(bf16), 3), 1);
}

TEST(FirstNonFiniteTest, NeedsNoAlignment) {
  std::vector<std::byte> bytes(4 * 5 + 1);
  const float infinity = std::numeric_limits<float>::infinity();
  std::memcpy(bytes.data() + 1 + 4 * 3, &infinity, 4);
  EXPECT_EQ(FirstNonFinite(DType::kF32, bytes.data() + 1, 5), 3);
}

}  // namespace
}  // namespace headwise
