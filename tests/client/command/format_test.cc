#include "client/command/format.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(FormatTest, Count) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(1000), "1,000");
  EXPECT_EQ(FormatCount(-1234567), "-1,234,567");
  EXPECT_EQ(FormatCount(-100), "-100");
}

TEST(FormatTest, Bytes) {
  EXPECT_EQ(FormatBytes(1023), "1023 B");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatBytes(std::int64_t{64} << 20), "64.0 MiB");
  EXPECT_EQ(FormatBytes(std::int64_t{3} << 30), "3.0 GiB");
}

TEST(FormatTest, Nanoseconds) {
  EXPECT_EQ(FormatNanoseconds(850), "850 ns");
  EXPECT_EQ(FormatNanoseconds(1234), "1.23 us");
  EXPECT_EQ(FormatNanoseconds(45678), "45.7 us");
  EXPECT_EQ(FormatNanoseconds(456789012), "457 ms");
  EXPECT_EQ(FormatNanoseconds(9.9e9), "9.90 s");
}

TEST(FormatTest, Microseconds) { EXPECT_EQ(FormatMicroseconds(12345), "12.3"); }

TEST(FormatTest, Flops) {
  EXPECT_EQ(FormatFlops(96), "96.0 FLOP");
  EXPECT_EQ(FormatFlops(1.073741824e9), "1.07 GFLOP");
}

TEST(FormatTest, Small) {
  EXPECT_EQ(FormatSmall(0), "0");
  EXPECT_EQ(FormatSmall(2.384e-7), "2.38e-07");
  EXPECT_EQ(FormatSmall(0.25), "0.25");
  EXPECT_EQ(FormatSmall(std::numeric_limits<double>::infinity()), "inf");
}

TEST(FormatTest, BarWithoutUtf8) {
  EXPECT_EQ(FormatBar(1, 8, false), "########");
  EXPECT_EQ(FormatBar(0.5, 8, false), "####");
  EXPECT_EQ(FormatBar(1e-9, 8, false), "#");
  EXPECT_EQ(FormatBar(0, 8, false), "");
  EXPECT_EQ(FormatBar(std::numeric_limits<double>::quiet_NaN(), 8, false), "");
}

TEST(FormatTest, BarInEighths) {
  EXPECT_EQ(FormatBar(2, 3, true), "\u2588\u2588\u2588");
  EXPECT_EQ(FormatBar(0.75, 2, true), "\u2588\u258c");
  EXPECT_EQ(FormatBar(1e-9, 2, true), "\u258f");
}

TEST(FormatTest, Plural) {
  EXPECT_EQ(FormatPlural(1, "token"), "1 token");
  EXPECT_EQ(FormatPlural(1700, "token"), "1,700 tokens");
}

}  // namespace
}  // namespace headwise
