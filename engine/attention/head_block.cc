#include "engine/attention/head_block.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headwise {
namespace {

constexpr double kLog2E = 1.4426950408889634;

absl::Status GivenUp() { return absl::CancelledError("the request was given up by its caller"); }

// The block's queries as [height,inner], filled up with zeros.
void GatherQueries(const TilePlans& plans, const HeadBlock& block, std::int64_t height,
                   WorkerScratch& scratch) {
  scratch.queries.EnsureSize(static_cast<std::size_t>(TileSizes::kQueries * plans.inner()));
  for (std::int64_t i = 0; i < block.count; ++i) {
    float* row = scratch.queries.data() + i * plans.inner();
    std::copy_n(block.head.queries.row(block.token(i)), plans.head_dim(), row);
    std::fill(row + plans.head_dim(), row + plans.inner(), 0.0f);
  }
  std::fill(scratch.queries.data() + block.count * plans.inner(),
            scratch.queries.data() + height * plans.inner(), 0.0f);
}

// Prepares `scratch` for the block; returns the height bucket's index.
int Begin(const TilePlans& plans, const HeadBlock& block, WorkerScratch& scratch) {
  const int height = TileSizes::HeightIndex(block.count);
  const std::int64_t rows = TileSizes::kHeights[height];
  scratch.scores.EnsureSize(TileSizes::kQueries * TileSizes::kKeys);
  scratch.visible.assign(rows, ColumnRange{});
  GatherQueries(plans, block, rows, scratch);
  return height;
}

// Scores of the block against one tile, and what each query sees of it.
absl::StatusOr<ScoreTile> Scores(int worker, const TilePlans& plans, const HeadBlock& block,
                                 int height, const KeyValueTile& tile, WorkerScratch& scratch) {
  absl::Status status =
      plans.matmuls(height, tile.width)
          .scores->Run(worker, scratch.queries.data(), tile.keys, nullptr, scratch.scores.data());
  if (!status.ok()) return status;
  const std::int32_t width = TileSizes::kWidths[tile.width];
  for (std::int64_t i = 0; i < block.count; ++i) {
    const std::int64_t query = block.token(i);
    scratch.visible[i] = block.rules.mask().VisibleInTile(query, tile.begin, tile.count);
    block.rules.Apply(query, tile.begin, scratch.visible[i], scratch.scores.data() + i * width,
                      scratch.added);
  }
  return ScoreTile{scratch.scores.data(), TileSizes::kHeights[height], width,
                   scratch.visible.data()};
}

// The first half of tile `t` if no query of the block sees beyond it.
const KeyValueTile& NeededPart(const HeadBlock& block, std::size_t t, std::int64_t seen_end) {
  const bool half_does =
      t < block.halves.size() && seen_end <= block.halves[t].begin + block.halves[t].count;
  return half_does ? block.halves[t] : block.tiles[t];
}

void RescaleContext(std::int64_t value_dim, std::int64_t rows, WorkerScratch& scratch) {
  for (std::int64_t i = 0; i < rows; ++i) {
    if (scratch.rescale[i] == 1) continue;
    Scale(scratch.context.data() + i * value_dim, value_dim, scratch.rescale[i]);
  }
}

// Adds what the matmul had to leave out: NaN and infinite values, for the queries that see them.
void AddNonFiniteValues(const HeadBlock& block, const KeyValueTile& tile, std::int64_t value_dim,
                        std::int64_t i, WorkerScratch& scratch) {
  const float* weights = scratch.scores.data() + i * TileSizes::kWidths[tile.width];
  float* context = scratch.context.data() + i * value_dim;
  for (std::int32_t row : tile.nonfinite_rows) {
    if (row < scratch.visible[i].begin || row >= scratch.visible[i].end) continue;
    if (block.rules.HiddenByMask(block.token(i), tile.begin + row)) continue;
    const float* value = block.head.values.row(tile.begin + row);
    for (std::int64_t d = 0; d < value_dim; ++d) {
      if (!std::isfinite(value[d])) context[d] += weights[row] * value[d];
    }
  }
}

// Adds the tile's weighted values to the context.
absl::Status AddWeightedValues(int worker, const TilePlans& plans, const HeadBlock& block,
                               int height, const KeyValueTile& tile, WorkerScratch& scratch) {
  absl::Status status = plans.matmuls(height, tile.width)
                            .weighted_sum->Run(worker, scratch.scores.data(), tile.values, nullptr,
                                               scratch.context.data());
  if (!status.ok() || tile.nonfinite_rows.empty()) return status;
  for (std::int64_t i = 0; i < block.count; ++i) {
    AddNonFiniteValues(block, tile, plans.value_dim(), i, scratch);
  }
  return absl::OkStatus();
}

// Divides by the softmax denominator; a query that saw no key has context 0.
void Normalise(std::int64_t value_dim, std::int64_t rows, WorkerScratch& scratch) {
  for (std::int64_t i = 0; i < rows; ++i) {
    const float sum = scratch.states[i].sum;
    Scale(scratch.context.data() + i * value_dim, value_dim, sum == 0 ? 0 : 1 / sum);
  }
}

}  // namespace

absl::Status AttendBlock(int worker, const TilePlans& plans, const HeadBlock& block,
                         absl::FunctionRef<bool()> stopped, WorkerScratch& scratch) {
  const int height = Begin(plans, block, scratch);
  const std::int64_t rows = TileSizes::kHeights[height];
  const auto log2_scale = static_cast<float>(block.rules.unit() * kLog2E);
  scratch.states.assign(rows, block.rules.Start());
  scratch.rescale.resize(rows);
  scratch.context.EnsureSize(static_cast<std::size_t>(TileSizes::kQueries * plans.value_dim()));
  std::fill_n(scratch.context.data(), rows * plans.value_dim(), 0.0f);

  const KeyRange seen = block.rules.mask().VisibleToAny(block.first, block.count);
  for (std::size_t t = 0; t < block.tiles.size(); ++t) {
    if (block.tiles[t].begin >= seen.end) break;
    if (block.tiles[t].begin + block.tiles[t].count <= seen.begin) continue;
    if (stopped()) return GivenUp();
    const KeyValueTile& tile = NeededPart(block, t, seen.end);
    auto scores = Scores(worker, plans, block, height, tile, scratch);
    if (!scores.ok()) return scores.status();
    StreamSoftmax(*scores, log2_scale, scratch.states.data(), scratch.rescale.data());
    RescaleContext(plans.value_dim(), block.count, scratch);
    absl::Status status = AddWeightedValues(worker, plans, block, height, tile, scratch);
    if (!status.ok()) return status;
  }
  Normalise(plans.value_dim(), block.count, scratch);
  return absl::OkStatus();
}

absl::Status ScoresOfBlock(int worker, const TilePlans& plans, const HeadBlock& block,
                           absl::FunctionRef<bool()> stopped, WorkerScratch& scratch,
                           absl::FunctionRef<void(const ScoreTile&, const KeyValueTile&)> emit) {
  const int height = Begin(plans, block, scratch);
  for (const KeyValueTile& tile : block.tiles) {
    if (stopped()) return GivenUp();
    auto scores = Scores(worker, plans, block, height, tile, scratch);
    if (!scores.ok()) return scores.status();
    emit(*scores, tile);
  }
  return absl::OkStatus();
}

}  // namespace headwise
