#include "engine/tensor/convert.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "gtest/gtest.h"

namespace headwise {
namespace {

float Widen(DType dtype, std::uint16_t bits) {
  float value;
  WidenToFloat(dtype, reinterpret_cast<const std::byte*>(&bits), 1, &value);
  return value;
}

std::uint16_t Narrow(DType dtype, float value) {
  std::uint16_t bits;
  NarrowFromFloat(dtype, &value, 1, reinterpret_cast<std::byte*>(&bits));
  return bits;
}

TEST(ConvertTest, EveryNarrowNumberSurvivesTheRoundTrip) {
  for (DType dtype : {DType::kF16, DType::kBF16}) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
      const float wide = Widen(dtype, static_cast<std::uint16_t>(bits));
      const std::uint16_t back = Narrow(dtype, wide);
      if (std::isnan(wide)) {
        EXPECT_TRUE(std::isnan(Widen(dtype, back))) << bits;
      } else {
        EXPECT_EQ(back, bits);
      }
    }
  }
}

TEST(ConvertTest, WidensHalfPrecision) {
  EXPECT_EQ(Widen(DType::kF16, 0x3c00), 1.0f);
  EXPECT_EQ(Widen(DType::kF16, 0xc500), -5.0f);
  EXPECT_EQ(Widen(DType::kF16, 0x7bff), 65504.0f);
  EXPECT_EQ(Widen(DType::kF16, 0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(Widen(DType::kF16, 0x0400), std::ldexp(1.0f, -14));
  EXPECT_EQ(Widen(DType::kF16, 0xfc00), -std::numeric_limits<float>::infinity());
}

TEST(ConvertTest, WidensBfloat16) {
  EXPECT_EQ(Widen(DType::kBF16, 0x3f80), 1.0f);
  EXPECT_EQ(Widen(DType::kBF16, 0xc0a0), -5.0f);
}

TEST(ConvertTest, RoundsToNearestTiesToEven) {
  EXPECT_EQ(Narrow(DType::kF16, 2049.0f), 0x6800);   // between 2048 and 2050: to even 2048
  EXPECT_EQ(Narrow(DType::kF16, 2051.0f), 0x6802);   // between 2050 and 2052: to even 2052
  EXPECT_EQ(Narrow(DType::kF16, 65520.0f), 0x7c00);  // halfway to the next power: infinity
  EXPECT_EQ(Narrow(DType::kF16, 65519.0f), 0x7bff);
  EXPECT_EQ(Narrow(DType::kF16, std::ldexp(1.0f, -25)), 0x0000);      // half the smallest
  EXPECT_EQ(Narrow(DType::kF16, std::ldexp(1.5f, -24)), 0x0002);      // between 1 and 2
  EXPECT_EQ(Narrow(DType::kF16, std::ldexp(1023.75f, -24)), 0x0400);  // up into the normals
  EXPECT_EQ(Narrow(DType::kBF16, 257.0f), 0x4380);
  EXPECT_EQ(Narrow(DType::kBF16, 259.0f), 0x4382);
  EXPECT_EQ(Narrow(DType::kBF16, std::numeric_limits<float>::max()), 0x7f80);
}

TEST(ConvertTest, NeedsNoAlignment) {
  std::byte bytes[9] = {};
  const float value = 1.25f;
  NarrowFromFloat(DType::kF32, &value, 1, bytes + 1);
  float back = 0;
  WidenToFloat(DType::kF32, bytes + 1, 1, &back);
  EXPECT_EQ(back, value);
}

}  // namespace
}  // namespace headwise
