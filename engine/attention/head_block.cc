#include "engine/attention/head_block.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/simd/tile_product.h"

namespace headwise {
namespace {

constexpr double kLog2E = 1.4426950408889634;

absl::Status GivenUp() { return absl::CancelledError("the request was given up by its caller"); }

// Floats between two rows of scores against `keys` keys: not a power of two, whose rows would fall
// on the same few lines of the first-level cache.
std::int64_t ScoreStride(std::int64_t keys) { return PaddedColumns(keys) + kMostLanes; }

// Queries first..first+count-1 of a block.
struct Step {
  std::int64_t first;
  std::int64_t count;
};

// The block's queries; chosen tokens are gathered first.
FloatRows QueriesOf(HeadWidths widths, const HeadBlock& block, WorkerScratch& scratch) {
  if (block.tokens.empty()) return block.head.queries.From(block.first);
  scratch.queries.EnsureSize(static_cast<std::size_t>(TileSizes::kQueries * widths.head_dim));
  for (std::int64_t i = 0; i < block.count; ++i) {
    std::copy_n(block.head.queries.row(block.token(i)), widths.head_dim,
                scratch.queries.data() + i * widths.head_dim);
  }
  return {scratch.queries.data(), widths.head_dim};
}

// What each query of the step sees of a tile; returns what any of them sees.
ColumnRange NoteVisible(const HeadBlock& block, const Step& step, const KeyValueTile& tile,
                        WorkerScratch& scratch) {
  ColumnRange any{static_cast<std::int32_t>(tile.count), 0};
  for (std::int64_t i = 0; i < step.count; ++i) {
    const ColumnRange visible =
        block.rules.mask().VisibleInTile(block.token(step.first + i), tile.begin, tile.count);
    scratch.visible[i] = visible;
    if (visible.begin >= visible.end) continue;
    any = {std::min(any.begin, visible.begin), std::max(any.end, visible.end)};
  }
  return any.begin < any.end ? any : ColumnRange{};
}

// Scores of the step's queries against `columns` of a tile.
ScoreTile Scores(HeadWidths widths, const HeadBlock& block, const FloatRows& queries,
                 const Step& step, const KeyValueTile& tile, ColumnRange columns,
                 WorkerScratch& scratch) {
  float* const scores = scratch.scores.data();
  const std::int64_t stride = ScoreStride(tile.count);
  const auto dims = static_cast<std::int32_t>(widths.head_dim);
  Multiply({queries.From(step.first),
            step.count,
            tile.keys.data(),
            widths.head_dim,
            {0, dims},
            columns,
            tile.count,
            nullptr,
            scores,
            stride});
  for (std::int64_t i = 0; i < step.count; ++i) {
    block.rules.Apply(block.token(step.first + i), tile.begin, scratch.visible[i],
                      scores + i * stride, scratch.added);
  }
  return {scores, static_cast<std::int32_t>(step.count), static_cast<std::int32_t>(stride), columns,
          scratch.visible.data()};
}

// Adds what the product had to leave out: NaN and infinite values, for the queries that see them.
void AddNonFiniteValues(const HeadBlock& block, std::int64_t query, const KeyValueTile& tile,
                        std::int64_t value_dim, const float* weights, ColumnRange visible,
                        float* context) {
  for (std::int32_t row : tile.nonfinite_rows) {
    if (row < visible.begin || row >= visible.end) continue;
    if (block.rules.HiddenByMask(query, tile.begin + row)) continue;
    const float* value = block.head.values.row(tile.begin + row);
    for (std::int64_t d = 0; d < value_dim; ++d) {
      if (!std::isfinite(value[d])) context[d] += weights[row] * value[d];
    }
  }
}

// Adds the tile's weighted values to the step's contexts, or sets them if it is the `first` tile.
void AddWeightedValues(HeadWidths widths, const HeadBlock& block, const Step& step,
                       const KeyValueTile& tile, bool first, const ScoreTile& weights,
                       WorkerScratch& scratch) {
  const std::int64_t stride = PaddedColumns(widths.value_dim);
  float* const contexts = scratch.context.data() + step.first * stride;
  const auto dims = static_cast<std::int32_t>(widths.value_dim);
  Multiply({{weights.scores, weights.stride},
            step.count,
            tile.values.data(),
            tile.count,
            weights.columns,
            {0, dims},
            widths.value_dim,
            first ? nullptr : scratch.rescale.data(),
            contexts,
            stride});
  if (tile.nonfinite_rows.empty()) return;
  for (std::int64_t i = 0; i < step.count; ++i) {
    AddNonFiniteValues(block, block.token(step.first + i), tile, widths.value_dim,
                       weights.scores + i * weights.stride, weights.visible[i],
                       contexts + i * stride);
  }
}

void ClearContexts(HeadWidths widths, const Step& step, WorkerScratch& scratch) {
  const std::int64_t stride = PaddedColumns(widths.value_dim);
  std::fill_n(scratch.context.data() + step.first * stride, step.count * stride, 0.0f);
}

void AttendTile(HeadWidths widths, const HeadBlock& block, const FloatRows& queries,
                const KeyValueTile& tile, bool first_tile, float log2_scale,
                WorkerScratch& scratch) {
  for (std::int64_t first = 0; first < block.count; first += TileSizes::kStepQueries) {
    const Step step{first, std::min(TileSizes::kStepQueries, block.count - first)};
    const ColumnRange columns = NoteVisible(block, step, tile, scratch);
    if (columns.begin == columns.end) {
      if (first_tile) ClearContexts(widths, step, scratch);
      continue;
    }
    const ScoreTile scores = Scores(widths, block, queries, step, tile, columns, scratch);
    StreamSoftmax(scores, log2_scale, scratch.states.data() + first, scratch.rescale.data());
    AddWeightedValues(widths, block, step, tile, first_tile, scores, scratch);
  }
}

// Divides by the softmax denominator; a query that saw no key has context 0.
void Normalise(HeadWidths widths, std::int64_t rows, WorkerScratch& scratch) {
  const std::int64_t stride = PaddedColumns(widths.value_dim);
  for (std::int64_t i = 0; i < rows; ++i) {
    const float sum = scratch.states[i].sum;
    Scale(scratch.context.data() + i * stride, widths.value_dim, sum == 0 ? 0 : 1 / sum);
  }
}

}  // namespace

absl::Status AttendBlock(HeadWidths widths, const HeadBlock& block,
                         absl::FunctionRef<bool()> stopped, WorkerScratch& scratch) {
  const auto log2_scale = static_cast<float>(block.rules.unit() * kLog2E);
  const std::int64_t stride = PaddedColumns(widths.value_dim);
  scratch.states.assign(static_cast<std::size_t>(block.count), block.rules.Start());
  scratch.rescale.resize(TileSizes::kStepQueries);
  scratch.visible.resize(TileSizes::kStepQueries);
  scratch.scores.EnsureSize(TileSizes::kStepQueries * ScoreStride(TileKeys(widths)));
  scratch.context.EnsureSize(static_cast<std::size_t>(TileSizes::kQueries * stride));

  const FloatRows queries = QueriesOf(widths, block, scratch);
  const KeyRange seen = block.rules.mask().VisibleToAny(block.first, block.count);
  bool first_tile = true;
  for (const KeyValueTile& tile : block.tiles) {
    if (tile.begin >= seen.end) break;
    if (tile.begin + tile.count <= seen.begin) continue;
    if (stopped()) return GivenUp();
    AttendTile(widths, block, queries, tile, first_tile, log2_scale, scratch);
    first_tile = false;
  }
  if (first_tile) ClearContexts(widths, {0, block.count}, scratch);
  Normalise(widths, block.count, scratch);
  return absl::OkStatus();
}

absl::Status ScoresOfBlock(HeadWidths widths, const HeadBlock& block,
                           absl::FunctionRef<bool()> stopped, WorkerScratch& scratch,
                           absl::FunctionRef<void(const ScoreTile&, const KeyValueTile&)> emit) {
  const FloatRows queries = QueriesOf(widths, block, scratch);
  scratch.visible.resize(static_cast<std::size_t>(block.count));
  scratch.scores.EnsureSize(static_cast<std::size_t>(block.count * ScoreStride(TileKeys(widths))));
  const Step all{0, block.count};
  for (const KeyValueTile& tile : block.tiles) {
    if (stopped()) return GivenUp();
    NoteVisible(block, all, tile, scratch);
    const ColumnRange columns{0, static_cast<std::int32_t>(tile.count)};
    emit(Scores(widths, block, queries, all, tile, columns, scratch), tile);
  }
  return absl::OkStatus();
}

}  // namespace headwise
