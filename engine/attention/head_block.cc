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
    std::copy_n(block.head.queries.row(block.sequence_row + block.token(i)), plans.head_dim(), row);
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

// Raw scores of the block against one tile, and what each query sees of it.
absl::StatusOr<ScoreTile> Scores(int worker, const TilePlans& plans, const HeadBlock& block,
                                 int height, const KeyValueTile& tile, WorkerScratch& scratch) {
  absl::Status status =
      plans.matmuls(height, tile.width)
          .scores->Run(worker, scratch.queries.data(), tile.keys, nullptr, scratch.scores.data());
  if (!status.ok()) return status;
  for (std::int64_t i = 0; i < block.count; ++i) {
    scratch.visible[i] = block.mask.VisibleInTile(block.token(i), tile.begin, tile.count);
  }
  return ScoreTile{scratch.scores.data(), TileSizes::kHeights[height],
                   TileSizes::kWidths[tile.width], scratch.visible.data()};
}

void RescaleContext(std::int64_t head_dim, std::int64_t rows, WorkerScratch& scratch) {
  for (std::int64_t i = 0; i < rows; ++i) {
    if (scratch.rescale[i] == 1) continue;
    Scale(scratch.context.data() + i * head_dim, head_dim, scratch.rescale[i]);
  }
}

// Adds the tile's weighted values to the context.
absl::Status AddWeightedValues(int worker, const TilePlans& plans, const HeadBlock& block,
                               int height, const KeyValueTile& tile, WorkerScratch& scratch) {
  if (tile.finite_values) {
    return plans.matmuls(height, tile.width)
        .weighted_sum->Run(worker, scratch.scores.data(), tile.values, nullptr,
                           scratch.context.data());
  }
  const std::int64_t width = TileSizes::kWidths[tile.width];
  for (std::int64_t i = 0; i < block.count; ++i) {
    float* context = scratch.context.data() + i * plans.head_dim();
    for (std::int64_t j = scratch.visible[i].begin; j < scratch.visible[i].end; ++j) {
      const float weight = scratch.scores[i * width + j];
      const float* value = block.head.values.row(block.sequence_row + tile.begin + j);
      for (std::int64_t d = 0; d < plans.head_dim(); ++d) context[d] += weight * value[d];
    }
  }
  return absl::OkStatus();
}

// Divides by the softmax denominator; a query that saw no key has context 0.
void Normalise(std::int64_t head_dim, std::int64_t rows, WorkerScratch& scratch) {
  for (std::int64_t i = 0; i < rows; ++i) {
    const float sum = scratch.states[i].sum;
    Scale(scratch.context.data() + i * head_dim, head_dim, sum == 0 ? 0 : 1 / sum);
  }
}

}  // namespace

absl::Status AttendBlock(int worker, const TilePlans& plans, const HeadBlock& block,
                         absl::FunctionRef<bool()> stopped, WorkerScratch& scratch) {
  const int height = Begin(plans, block, scratch);
  const std::int64_t rows = TileSizes::kHeights[height];
  const float log2_scale = static_cast<float>(block.scale * kLog2E);
  scratch.states.assign(rows, NoKeySeen());
  scratch.rescale.resize(rows);
  scratch.context.EnsureSize(static_cast<std::size_t>(TileSizes::kQueries * plans.head_dim()));
  std::fill_n(scratch.context.data(), rows * plans.head_dim(), 0.0f);

  const KeyRange seen = block.mask.VisibleToAny(block.first, block.count);
  for (const KeyValueTile& tile : block.tiles) {
    if (tile.begin >= seen.end) break;
    if (tile.begin + tile.count <= seen.begin) continue;
    if (stopped()) return GivenUp();
    auto scores = Scores(worker, plans, block, height, tile, scratch);
    if (!scores.ok()) return scores.status();
    StreamSoftmax(*scores, log2_scale, scratch.states.data(), scratch.rescale.data());
    RescaleContext(plans.head_dim(), block.count, scratch);
    absl::Status status = AddWeightedValues(worker, plans, block, height, tile, scratch);
    if (!status.ok()) return status;
  }
  Normalise(plans.head_dim(), block.count, scratch);
  return absl::OkStatus();
}

absl::Status ProbabilitiesOfBlock(
    int worker, const TilePlans& plans, const HeadBlock& block, const SoftmaxState* states,
    absl::FunctionRef<bool()> stopped, WorkerScratch& scratch,
    absl::FunctionRef<void(std::int64_t, std::int64_t, std::int64_t, const float*)> emit) {
  const int height = Begin(plans, block, scratch);
  const float log2_scale = static_cast<float>(block.scale * kLog2E);
  scratch.states.assign(TileSizes::kHeights[height], NoKeySeen());
  for (std::int64_t i = 0; i < block.count; ++i) scratch.states[i] = states[block.token(i)];
  for (const KeyValueTile& tile : block.tiles) {
    if (stopped()) return GivenUp();
    auto scores = Scores(worker, plans, block, height, tile, scratch);
    if (!scores.ok()) return scores.status();
    Probabilities(*scores, log2_scale, scratch.states.data());
    for (std::int64_t i = 0; i < block.count; ++i) {
      emit(i, tile.begin, tile.count, scores->scores + i * scores->width);
    }
  }
  return absl::OkStatus();
}

}  // namespace headwise
