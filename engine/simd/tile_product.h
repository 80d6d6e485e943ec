// The two matrix products of attention: a few rows against a packed tile of keys or values.
#ifndef HEADWISE_ENGINE_SIMD_TILE_PRODUCT_H_
#define HEADWISE_ENGINE_SIMD_TILE_PRODUCT_H_

#include <cstdint>

#include "engine/simd/softmax.h"

namespace headwise {

// Rows of floats, `stride` floats apart.
struct FloatRows {
  const float* data = nullptr;
  std::int64_t stride = 0;

  const float* row(std::int64_t i) const { return data + i * stride; }
  FloatRows From(std::int64_t first) const { return {row(first), stride}; }
};

// No instruction set here has more floats in a vector.
constexpr std::int64_t kMostLanes = 16;

// `columns` rounded up so that whole vectors of every instruction set fit.
constexpr std::int64_t PaddedColumns(std::int64_t columns) {
  return (columns + kMostLanes - 1) / kMostLanes * kMostLanes;
}

// Floats that a packed matrix [inner,columns] takes.
constexpr std::int64_t PackedFloats(std::int64_t inner, std::int64_t columns) {
  return inner * PaddedColumns(columns);
}

// Packs a matrix [inner,columns] into panels of as many columns as the product's registers hold,
// row after row of each panel; columns are filled up with zeros. `to` [PackedFloats] must be
// aligned to 64 bytes. The layout is this process's own. False if any value is NaN or infinite.
// Thread-safe.
bool PackByRows(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to);
// The same from the transposed matrix [columns,inner], as keys lie, whatever its values.
void PackByColumns(const FloatRows& from, std::int64_t inner, std::int64_t columns, float* to);

// to[r][c] = to[r][c] * rescale[r] + sum over k of rows[r][k] * packed[k][c], where a null
// `rescale` stands for zeros.
struct TileProduct {
  FloatRows rows;
  std::int64_t count;   // rows
  const float* packed;  // [inner,columns] as packed above
  std::int64_t inner;
  ColumnRange inner_range;  // the k that are summed up
  ColumnRange columns;      // the c that are wanted; some round them are computed too
  std::int64_t packed_columns;
  const float* rescale;  // [count] or null
  float* to;             // rows of PaddedColumns(packed_columns) floats or more
  std::int64_t to_stride;
};

// Every sum is one chain of multiply-adds in the order of k, so it does not depend on the rows
// and columns beside it. Thread-safe.
void Multiply(const TileProduct& product);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_SIMD_TILE_PRODUCT_H_
