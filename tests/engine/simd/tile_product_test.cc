#include "engine/simd/tile_product.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/tensor/aligned_buffer.h"
#include "gtest/gtest.h"
#include "tests/engine/simd/each_target.h"
#include "tests/engine/simd/random_values.h"

namespace headwise {
namespace {

using testing::ForEachTarget;

// A matrix [inner,columns] and its rows times a few others.
struct Case {
  Case(std::int64_t row_count, std::int64_t k, std::int64_t n)
      : count(row_count),
        inner(k),
        columns(n),
        stride(PaddedColumns(n) + 3),
        rows(testing::RandomValues(count * inner)),
        matrix(testing::RandomValues(inner * columns)),
        packed(static_cast<std::size_t>(PackedFloats(inner, columns))),
        result(static_cast<std::size_t>(count * stride), 7) {
    PackByRows({matrix.data(), columns}, inner, columns, packed.data());
  }

  TileProduct Product() {
    return {{rows.data(), inner},
            count,
            packed.data(),
            inner,
            {0, static_cast<int>(inner)},
            {0, static_cast<int>(columns)},
            columns,
            nullptr,
            result.data(),
            stride};
  }
  double Want(std::int64_t r, std::int64_t c, ColumnRange range) const {
    double sum = 0;
    for (std::int64_t k = range.begin; k < range.end; ++k) {
      sum += static_cast<double>(rows[r * inner + k]) * matrix[k * columns + c];
    }
    return sum;
  }

  const std::int64_t count, inner, columns, stride;
  const std::vector<float> rows, matrix;
  AlignedBuffer<float> packed;
  std::vector<float> result;
};

TEST(TileProductTest, IsTheProductForAllSmallShapes) {
  ForEachTarget([] {
    for (std::int64_t count : {1, 2, 3, 4, 5, 6, 7, 12, 13, 17}) {
      for (std::int64_t inner : {1, 3, 8, 33}) {
        for (std::int64_t columns : {1, 5, 8, 16, 17, 31, 32, 48, 63, 64, 65, 100, 130}) {
          Case c(count, inner, columns);
          Multiply(c.Product());
          for (std::int64_t r = 0; r < count; ++r) {
            for (std::int64_t n = 0; n < columns; ++n) {
              ASSERT_NEAR(c.result[r * c.stride + n], c.Want(r, n, {0, static_cast<int>(inner)}),
                          1e-5)
                  << count << "x" << inner << "x" << columns << " at " << r << "," << n;
            }
          }
        }
      }
    }
  });
}

TEST(TileProductTest, AddsToRescaledRows) {
  ForEachTarget([] {
    Case c(8, 9, 20);
    const std::vector<float> rescale = {1, 0.5f, 0, 2, 1, 1, 0.25f, 3};
    TileProduct product = c.Product();
    product.rescale = rescale.data();
    Multiply(product);
    for (std::int64_t r = 0; r < 8; ++r) {
      for (std::int64_t n = 0; n < 20; ++n) {
        ASSERT_NEAR(c.result[r * c.stride + n], 7 * rescale[r] + c.Want(r, n, {0, 9}), 1e-5);
      }
    }
  });
}

TEST(TileProductTest, SumsUpARangeAlone) {
  ForEachTarget([] {
    Case c(3, 40, 70);
    TileProduct product = c.Product();
    product.inner_range = {7, 29};
    Multiply(product);
    for (std::int64_t r = 0; r < 3; ++r) {
      for (std::int64_t n = 0; n < 70; ++n) {
        ASSERT_NEAR(c.result[r * c.stride + n], c.Want(r, n, {7, 29}), 1e-5);
      }
    }
  });
}

TEST(TileProductTest, LeavesFarColumnsAlone) {
  ForEachTarget([] {
    Case c(7, 5, 300);
    TileProduct product = c.Product();
    product.columns = {130, 140};
    Multiply(product);
    for (std::int64_t r = 0; r < 7; ++r) {
      EXPECT_EQ(c.result[r * c.stride], 7);
      EXPECT_EQ(c.result[r * c.stride + 299], 7);
      for (std::int64_t n = 130; n < 140; ++n) {
        ASSERT_NEAR(c.result[r * c.stride + n], c.Want(r, n, {0, 5}), 1e-5);
      }
    }
  });
}

TEST(TileProductTest, ARowsBytesDependOnNoOtherRow) {
  ForEachTarget([] {
    Case c(17, 64, 90);
    Multiply(c.Product());
    for (std::int64_t r = 0; r < 17; ++r) {
      std::vector<float> alone(static_cast<std::size_t>(c.stride));
      TileProduct product = c.Product();
      product.rows = product.rows.From(r);
      product.count = 1;
      product.to = alone.data();
      Multiply(product);
      for (std::int64_t n = 0; n < 90; ++n) ASSERT_EQ(alone[n], c.result[r * c.stride + n]);
    }
  });
}

TEST(TileProductTest, NaNStaysInItsRow) {
  ForEachTarget([] {
    Case c(6, 4, 20);
    std::vector<float> rows = c.rows;
    rows[2 * 4] = std::numeric_limits<float>::quiet_NaN();
    TileProduct product = c.Product();
    product.rows.data = rows.data();
    Multiply(product);
    for (std::int64_t r = 0; r < 6; ++r) EXPECT_EQ(std::isnan(c.result[r * c.stride]), r == 2);
  });
}

TEST(TileProductTest, BothWaysOfPackingAgree) {
  ForEachTarget([] {
    for (std::int64_t inner : {1, 4, 7, 64}) {
      for (std::int64_t columns : {1, 3, 4, 16, 63, 66, 129}) {
        Case c(2, inner, columns);
        // The transposed matrix with a gap between its rows.
        const std::int64_t gap = inner + 5;
        std::vector<float> transposed(static_cast<std::size_t>(columns * gap), 9);
        for (std::int64_t k = 0; k < inner; ++k) {
          for (std::int64_t n = 0; n < columns; ++n) {
            transposed[n * gap + k] = c.matrix[k * columns + n];
          }
        }
        Multiply(c.Product());
        const std::vector<float> want = c.result;
        PackByColumns({transposed.data(), gap}, inner, columns, c.packed.data());
        Multiply(c.Product());
        ASSERT_EQ(c.result, want) << inner << "x" << columns;
      }
    }
  });
}

}  // namespace
}  // namespace headwise
