#include "engine/attention/rope_table.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace headwise {
namespace {

TEST(RopeTableTest, GivesTheAnglesOfAnyPosition) {
  const std::vector<double> frequencies = {1, 0.1, 0.0017};
  const RopeTable table(frequencies, 1.25);
  RopeTable::Cursor cursor;
  float cos[3];
  float sin[3];
  for (std::int64_t position : {0, 1, 63, 64, 65, 127, 4096, 131071, 3, 16777215}) {
    table.At(position, cursor, cos, sin);
    for (int i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(position) * frequencies[i];
      EXPECT_NEAR(cos[i], 1.25 * std::cos(angle), 2e-7) << position;
      EXPECT_NEAR(sin[i], 1.25 * std::sin(angle), 2e-7) << position;
    }
  }
}

TEST(RopeTableTest, ThePathToAPositionDoesNotMatter) {
  const RopeTable table({0.7, 0.03}, 1);
  RopeTable::Cursor walked;
  float a[4];
  float b[4];
  for (std::int64_t position = 0; position <= 500; ++position) table.At(position, walked, a, a + 2);
  RopeTable::Cursor jumped;
  table.At(500, jumped, b, b + 2);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(a[i], b[i]);
}

}  // namespace
}  // namespace headwise
