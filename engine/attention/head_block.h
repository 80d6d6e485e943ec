// The heart: one head's attention for one block of queries.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_BLOCK_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_BLOCK_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "engine/attention/head_matrices.h"
#include "engine/attention/key_value_tiles.h"
#include "engine/attention/score_rules.h"
#include "engine/attention/tile_sizes.h"
#include "engine/attention/worker_scratch.h"

namespace headwise {

// At most TileSizes::kQueries queries of one sequence and head. The query at position i of the
// block is token tokens[i], or first + i if `tokens` is empty.
struct HeadBlock {
  HeadMatrices head;   // row 0 is the sequence's first query or key
  std::int64_t first;  // first token
  std::int64_t count;  // queries
  absl::Span<const std::int64_t> tokens;
  const ScoreRules& rules;
  absl::Span<const KeyValueTile> tiles;

  std::int64_t token(std::int64_t i) const { return tokens.empty() ? first + i : tokens[i]; }
};

// Computes the block tile by tile with a running maximum and sum (see simd/softmax.h): scores of
// a few queries against a tile, their softmax weights, and their share of the weighted sum of
// values, all while they are in the first-level cache. Keys that no query of the few sees are not
// touched. Memory does not grow with the keys. Leaves in `scratch` the head context, normalised,
// value_dim floats in rows PaddedColumns(value_dim) apart, and the final softmax states [count].
// Looks at `stopped` before each tile and returns CANCELLED once it is true. Throws
// std::bad_alloc.
//
// Source of the maths: scaled dot-product attention, Vaswani et al., 2017, arXiv:1706.03762.
absl::Status AttendBlock(HeadWidths widths, const HeadBlock& block,
                         absl::FunctionRef<bool()> stopped, WorkerScratch& scratch);

// Computes the block's scores anew and hands them tile by tile to emit(tile, first key), as the
// softmax takes them: hidden keys outside of the visible range or -infinity. Otherwise as
// AttendBlock.
absl::Status ScoresOfBlock(HeadWidths widths, const HeadBlock& block,
                           absl::FunctionRef<bool()> stopped, WorkerScratch& scratch,
                           absl::FunctionRef<void(const ScoreTile&, const KeyValueTile&)> emit);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_BLOCK_H_
