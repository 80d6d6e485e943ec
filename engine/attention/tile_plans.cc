#include "engine/attention/tile_plans.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace headwise {
namespace {

// Vectors of every instruction set divide this many floats.
constexpr std::int64_t kInnerStep = 16;

template <std::size_t kSize>
int SmallestHolding(const std::array<std::int32_t, kSize>& buckets, std::int64_t count) {
  return static_cast<int>(std::lower_bound(buckets.begin(), buckets.end(), count) -
                          buckets.begin());
}

}  // namespace

int TileSizes::HeightIndex(std::int64_t count) { return SmallestHolding(kHeights, count); }

int TileSizes::WidthIndex(std::int64_t count) { return SmallestHolding(kWidths, count); }

TilePlans::TilePlans(OnednnRuntime& runtime, HeadWidths widths, PlanCounters& counters)
    : runtime_(runtime),
      head_dim_(widths.head_dim),
      value_dim_(widths.value_dim),
      inner_((widths.head_dim + kInnerStep - 1) / kInnerStep * kInnerStep),
      counters_(counters) {}

absl::Status TilePlans::PreparePackers(int width) {
  // The tallest block chooses how keys and values are packed; all blocks share the tiles.
  const std::int64_t keys = TileSizes::kWidths[width];
  const std::int64_t rows = TileSizes::kHeights[kTallest];
  auto scores = MatmulPlan::Create(runtime_, {rows, inner_, keys, inner_, keys});
  if (!scores.ok()) return scores.status();
  auto weighted_sum = MatmulPlan::Create(
      runtime_, {rows, keys, value_dim_, keys, value_dim_, /*bias=*/false, /*accumulate=*/true});
  if (!weighted_sum.ok()) return weighted_sum.status();
  const Formats formats{(*scores)->format(), (*weighted_sum)->format()};
  auto key_packer = Packer::Create(runtime_, formats.keys, PlainLayout::kColumnsByInner);
  if (!key_packer.ok()) return key_packer.status();
  auto value_packer = Packer::Create(runtime_, formats.values, PlainLayout::kInnerByColumns);
  if (!value_packer.ok()) return value_packer.status();
  formats_[width].emplace(formats);
  packers_[width].emplace(TilePackers{*std::move(key_packer), *std::move(value_packer)});
  matmuls_[kTallest][width].emplace(TileMatmuls{*std::move(scores), *std::move(weighted_sum)});
  plan_count_ += 2;
  counters_.misses.fetch_add(2, std::memory_order_relaxed);
  return absl::OkStatus();
}

absl::Status TilePlans::Prepare(int height, int width) {
  if (!packers_[width]) {
    absl::Status status = PreparePackers(width);
    if (!status.ok()) return status;
  }
  if (matmuls_[height][width]) {
    counters_.hits.fetch_add(2, std::memory_order_relaxed);
    return absl::OkStatus();
  }
  const std::int64_t keys = TileSizes::kWidths[width];
  const std::int64_t rows = TileSizes::kHeights[height];
  auto scores =
      MatmulPlan::CreateFor(runtime_, {rows, inner_, keys, inner_, keys}, formats_[width]->keys);
  if (!scores.ok()) return scores.status();
  auto weighted_sum = MatmulPlan::CreateFor(
      runtime_, {rows, keys, value_dim_, keys, value_dim_, /*bias=*/false, /*accumulate=*/true},
      formats_[width]->values);
  if (!weighted_sum.ok()) return weighted_sum.status();
  matmuls_[height][width].emplace(TileMatmuls{*std::move(scores), *std::move(weighted_sum)});
  plan_count_ += 2;
  counters_.misses.fetch_add(2, std::memory_order_relaxed);
  return absl::OkStatus();
}

absl::Status TilePlans::PrepareAll() {
  for (std::size_t width = 0; width < TileSizes::kWidths.size(); ++width) {
    for (std::size_t height = 0; height < TileSizes::kHeights.size(); ++height) {
      absl::Status status = Prepare(static_cast<int>(height), static_cast<int>(width));
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace headwise
