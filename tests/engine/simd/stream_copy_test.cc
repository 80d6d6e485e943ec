#include "engine/simd/stream_copy.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/tensor/aligned_buffer.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"
#include "tests/engine/simd/random_values.h"

namespace headwise {
namespace {

TEST(StreamCopyTest, CopiesRowsOfAnyWidthToAnyPlaceAndNothingElse) {
  constexpr std::int64_t kRows = 5;
  constexpr std::byte kUntouched{0x5a};
  testing::ForEachTarget([&] {
    for (std::int64_t columns : {1, 4, 15, 16, 17, 32, 80, 128}) {
      const std::int64_t gap = columns + 3;
      const std::vector<float> values = testing::RandomValues(kRows * gap);
      const std::int64_t row_bytes = columns * std::int64_t{sizeof(float)};
      for (std::int64_t offset : {0, 1, 4, 32, 64}) {
        AlignedBuffer<std::byte> to(static_cast<std::size_t>(kRows * row_bytes + 256));
        std::fill_n(to.data(), to.size(), kUntouched);
        StreamRows({values.data(), gap}, kRows, columns, to.data() + offset);
        std::vector<std::byte> want(to.size(), kUntouched);
        for (std::int64_t r = 0; r < kRows; ++r) {
          const auto* row = reinterpret_cast<const std::byte*>(values.data() + r * gap);
          std::copy_n(row, row_bytes, want.begin() + offset + r * row_bytes);
        }
        ASSERT_TRUE(std::equal(want.begin(), want.end(), to.data())) << columns << " at " << offset;
      }
    }
  });
}

}  // namespace
}  // namespace headwise
