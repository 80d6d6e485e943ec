#include "engine/attention/key_value_tiles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/simd/finite.h"

namespace headwise {
namespace {

// Copies `count` rows of `columns` floats into rows `padded_columns` apart and fills up the rest
// of `padded_rows` rows with zeros.
void CopyPadded(const RowMatrix& from, std::int64_t first_row, std::int64_t count,
                std::int64_t columns, std::int64_t padded_rows, std::int64_t padded_columns,
                float* to) {
  for (std::int64_t r = 0; r < count; ++r) {
    float* row = to + r * padded_columns;
    std::copy_n(from.row(first_row + r), columns, row);
    std::fill(row + columns, row + padded_columns, 0.0f);
  }
  std::fill(to + count * padded_columns, to + padded_rows * padded_columns, 0.0f);
}

// Notes which of the tile's rows of `columns` values are not finite, and zeros what is not.
void ReplaceNonFinite(std::int64_t columns, float* values, KeyValueTile& tile) {
  tile.nonfinite_rows.clear();
  const auto first_in = [&](const float* from, std::int64_t count) {
    return FirstNonFinite(DType::kF32, reinterpret_cast<const std::byte*>(from), count);
  };
  if (first_in(values, tile.count * columns) < 0) return;
  for (std::int64_t r = 0; r < tile.count; ++r) {
    float* row = values + r * columns;
    if (first_in(row, columns) < 0) continue;
    tile.nonfinite_rows.push_back(static_cast<std::int32_t>(r));
    std::replace_if(
        row, row + columns, [](float value) { return !std::isfinite(value); }, 0.0f);
  }
}

}  // namespace

std::int64_t TileCount(std::int64_t length) {
  return (length + TileSizes::kKeys - 1) / TileSizes::kKeys;
}

absl::Status PackTile(int worker, const TilePlans& plans, const HeadMatrices& head,
                      std::int64_t begin, std::int64_t count, WorkerScratch& scratch,
                      KeyValueTile& tile) {
  tile.begin = begin;
  tile.count = count;
  tile.width = TileSizes::WidthIndex(tile.count);
  const std::int64_t width = TileSizes::kWidths[tile.width];
  const TilePackers& packers = plans.packers(tile.width);
  scratch.plain.EnsureSize(
      static_cast<std::size_t>(TileSizes::kKeys * std::max(plans.inner(), plans.value_dim())));

  CopyPadded(head.keys, tile.begin, tile.count, plans.head_dim(), width, plans.inner(),
             scratch.plain.data());
  absl::Status status = packers.keys->Pack(worker, scratch.plain.data(), tile.keys);
  if (!status.ok()) return status;
  CopyPadded(head.values, tile.begin, tile.count, plans.value_dim(), width, plans.value_dim(),
             scratch.plain.data());
  ReplaceNonFinite(plans.value_dim(), scratch.plain.data(), tile);
  return packers.values->Pack(worker, scratch.plain.data(), tile.values);
}

}  // namespace headwise
