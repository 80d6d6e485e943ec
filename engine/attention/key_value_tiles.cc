#include "engine/attention/key_value_tiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "engine/simd/finite.h"
#include "engine/simd/tile_product.h"

namespace headwise {
namespace {

bool AllFinite(const float* values, std::int64_t count) {
  return FirstNonFinite(DType::kF32, reinterpret_cast<const std::byte*>(values), count) < 0;
}

void NoteNonFinite(const FloatRows& values, std::int64_t value_dim, KeyValueTile& tile) {
  for (std::int64_t r = 0; r < tile.count; ++r) {
    if (AllFinite(values.row(r), value_dim)) continue;
    tile.nonfinite_rows.push_back(static_cast<std::int32_t>(r));
  }
}

// [count,columns] with zeros for what is not finite.
std::vector<float> FiniteCopy(const FloatRows& from, std::int64_t count, std::int64_t columns) {
  std::vector<float> copy;
  for (std::int64_t r = 0; r < count; ++r) {
    std::transform(from.row(r), from.row(r) + columns, std::back_inserter(copy),
                   [](float value) { return std::isfinite(value) ? value : 0.0f; });
  }
  return copy;
}

void PackValues(const FloatRows& values, std::int64_t value_dim, KeyValueTile& tile) {
  tile.nonfinite_rows.clear();
  float* const to = tile.values.data();
  if (PackByRows(values, tile.count, value_dim, to)) return;
  NoteNonFinite(values, value_dim, tile);
  const std::vector<float> finite = FiniteCopy(values, tile.count, value_dim);
  PackByRows({finite.data(), value_dim}, tile.count, value_dim, to);
}

}  // namespace

void PackTile(HeadWidths widths, const HeadMatrices& head, std::int64_t begin, std::int64_t count,
              KeyValueTile& tile) {
  tile.begin = begin;
  tile.count = count;
  tile.keys.EnsureSize(static_cast<std::size_t>(PackedFloats(widths.head_dim, count)));
  tile.values.EnsureSize(static_cast<std::size_t>(PackedFloats(count, widths.value_dim)));
  PackByColumns(head.keys.From(begin), widths.head_dim, count, tile.keys.data());
  PackValues(head.values.From(begin), widths.value_dim, tile);
}

}  // namespace headwise
