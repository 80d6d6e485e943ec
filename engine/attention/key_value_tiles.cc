#include "engine/attention/key_value_tiles.h"

#include <algorithm>
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

}  // namespace

std::int64_t TileCount(std::int64_t length) {
  return (length + TileSizes::kKeys - 1) / TileSizes::kKeys;
}

absl::Status PackTile(int worker, const TilePlans& plans, const HeadMatrices& head,
                      std::int64_t first_row, std::int64_t length, std::int64_t index,
                      WorkerScratch& scratch, KeyValueTile& tile) {
  tile.begin = index * TileSizes::kKeys;
  tile.count = std::min(TileSizes::kKeys, length - tile.begin);
  tile.width = TileSizes::WidthIndex(tile.count);
  const std::int64_t width = TileSizes::kWidths[tile.width];
  const TilePackers& packers = plans.packers(tile.width);
  scratch.plain.EnsureSize(static_cast<std::size_t>(TileSizes::kKeys * plans.inner()));

  CopyPadded(head.keys, first_row + tile.begin, tile.count, plans.head_dim(), width, plans.inner(),
             scratch.plain.data());
  absl::Status status = packers.keys->Pack(worker, scratch.plain.data(), tile.keys);
  if (!status.ok()) return status;
  CopyPadded(head.values, first_row + tile.begin, tile.count, plans.head_dim(), width,
             plans.head_dim(), scratch.plain.data());
  tile.finite_values =
      FirstNonFinite(DType::kF32, reinterpret_cast<const std::byte*>(scratch.plain.data()),
                     tile.count * plans.head_dim()) < 0;
  return packers.values->Pack(worker, scratch.plain.data(), tile.values);
}

}  // namespace headwise
