#include "engine/tensor/aligned_buffer.h"

#include <cstdint>
#include <utility>

#include "gtest/gtest.h"

namespace headwise {
namespace {

bool Aligned(const void* data, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(data) % to == 0;
}

TEST(AlignedBufferTest, SmallOnesAreAlignedToACacheLine) {
  for (std::size_t size : {1, 15, 1000}) {
    const AlignedBuffer<float> buffer(size);
    EXPECT_TRUE(Aligned(buffer.data(), 64));
    EXPECT_EQ(buffer.size(), size);
  }
}

TEST(AlignedBufferTest, LargeOnesAreAlignedToAHugePage) {
  AlignedBuffer<float> buffer(kLargeBytes / sizeof(float));
  EXPECT_TRUE(Aligned(buffer.data(), kHugePageBytes));
  buffer[0] = 1;
  buffer[buffer.size() - 1] = 2;
  AlignedBuffer<float> moved = std::move(buffer);
  EXPECT_EQ(moved[moved.size() - 1], 2);
  EXPECT_EQ(buffer.data(), nullptr);  // NOLINT(bugprone-use-after-move): what moving promises
}

TEST(AlignedBufferTest, GrowsOnlyIfItHasTo) {
  AlignedBuffer<float> buffer(100);
  const float* before = buffer.data();
  buffer.EnsureSize(50);
  EXPECT_EQ(buffer.data(), before);
  buffer.EnsureSize(3 * kLargeBytes);
  EXPECT_EQ(buffer.size(), 3 * kLargeBytes);
}

}  // namespace
}  // namespace headwise
