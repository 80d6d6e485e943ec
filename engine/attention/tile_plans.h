// Matmul plans for tiles of scores: a block of queries against a tile of keys.
#ifndef HEADWISE_ENGINE_ATTENTION_TILE_PLANS_H_
#define HEADWISE_ENGINE_ATTENTION_TILE_PLANS_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>

#include "absl/status/statusor.h"
#include "engine/onednn/matmul_plan.h"
#include "engine/onednn/packed_matrix.h"
#include "engine/onednn/runtime.h"

namespace headwise {

// How often plans were found ready and how often they had to be made.
struct PlanCounters {
  std::atomic<std::int64_t> hits{0};
  std::atomic<std::int64_t> misses{0};
};

// Sizes of tiles. A long sequence is cut into blocks of kQueries queries and tiles of kKeys
// keys; what is left over is rounded up to a bucket, so that the number of plans is bounded
// whatever lengths come. All of it depends on a request's own shape alone.
struct TileSizes {
  static constexpr std::int64_t kQueries = 128;
  static constexpr std::int64_t kKeys = 256;
  static constexpr std::array<std::int32_t, 10> kHeights = {1, 2, 4, 8, 16, 32, 48, 64, 96, 128};
  static constexpr std::array<std::int32_t, 8> kWidths = {16, 32, 48, 64, 96, 128, 192, 256};

  // Index of the smallest bucket that holds `count`, which must be in 1..kQueries (kKeys).
  static int HeightIndex(std::int64_t count);
  static int WidthIndex(std::int64_t count);
};

// What a tile of `width` keys is packed with. The key tile is [width, inner()] and the value
// tile [width, value_dim], both filled up with zeros.
struct TilePackers {
  std::unique_ptr<Packer> keys;
  std::unique_ptr<Packer> values;
};

// The two matmuls of a tile: scores = queries keys^T, and context += weights values.
struct TileMatmuls {
  std::unique_ptr<MatmulPlan> scores;        // [height,inner] x [inner,width]
  std::unique_ptr<MatmulPlan> weighted_sum;  // [height,width] x [width,value_dim], accumulates
};

// Widths of a query or key, and of a value.
struct HeadWidths {
  std::int64_t head_dim;
  std::int64_t value_dim;

  friend bool operator<(const HeadWidths& a, const HeadWidths& b) {
    return std::tie(a.head_dim, a.value_dim) < std::tie(b.head_dim, b.value_dim);
  }
};

// All plans of one pair of widths, made when first needed. Prepare must not run while another
// thread prepares or computes; the getters may then be called by all workers.
class TilePlans {
 public:
  TilePlans(OnednnRuntime& runtime, HeadWidths widths, PlanCounters& counters);

  std::int64_t head_dim() const { return head_dim_; }
  std::int64_t value_dim() const { return value_dim_; }
  // Columns of queries and keys in the matmul: head_dim rounded up with zeros, so that no packed
  // layout needs padding of its own.
  std::int64_t inner() const { return inner_; }
  int plan_count() const { return plan_count_; }

  // Makes the plans for a block of HeightIndex `height` and a tile of WidthIndex `width`.
  absl::Status Prepare(int height, int width);
  // Makes all plans.
  absl::Status PrepareAll();

  const TilePackers& packers(int width) const { return *packers_[width]; }
  const TileMatmuls& matmuls(int height, int width) const { return *matmuls_[height][width]; }

 private:
  absl::Status PreparePackers(int width);

  OnednnRuntime& runtime_;
  const std::int64_t head_dim_;
  const std::int64_t value_dim_;
  const std::int64_t inner_;
  PlanCounters& counters_;
  std::atomic<int> plan_count_{0};

  struct Formats {
    PackedFormat keys;
    PackedFormat values;
  };
  static constexpr int kTallest = TileSizes::kHeights.size() - 1;
  std::array<std::optional<Formats>, TileSizes::kWidths.size()> formats_;
  std::array<std::optional<TilePackers>, TileSizes::kWidths.size()> packers_;
  std::array<std::array<std::optional<TileMatmuls>, TileSizes::kWidths.size()>,
             TileSizes::kHeights.size()>
      matmuls_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_TILE_PLANS_H_
