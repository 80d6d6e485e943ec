// What the forms of attention have in common.
#ifndef HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_
#define HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_

#include <cstdint>
#include <vector>

#include "engine/attention/batch.h"
#include "engine/attention/head_matrices.h"
#include "engine/attention/projection.h"

namespace headwise {

// Where a batch's projected rows go, as a form lays them out. In self-attention keys and values
// belong to the same rows as queries; else key rows come after the query rows.
struct ProjectedRows {
  float* data;
  std::int64_t rows;           // with padding
  std::int64_t first_key_row;  // 0 in self-attention
};

// Blocks of a projection and where their result goes: the operand's row r at base + r * stride.
struct ProjectionTarget {
  const Projection* projection;
  int first_block;
  int end_block;
  Operand operand;
  float* base;
  std::int64_t stride;
};

// How a layer's heads get their queries, keys and values. The forms differ in weights and in
// the layout of what is projected; from there on all of them run the same heads and the same
// merge. Immutable; thread-safe.
class HeadsForm {
 public:
  virtual ~HeadsForm() = default;

  // Floats that `rows` projected rows take.
  virtual std::int64_t ProjectedFloats(std::int64_t rows) const = 0;
  // The projections to run. `cross`: whether keys and values come from rows of their own.
  virtual std::vector<ProjectionTarget> Targets(const ProjectedRows& to, bool cross) const = 0;
  // Where head `head` finds its matrices: row r of `queries` is query row r of the batch, row r of
  // `keys` and `values` is key row r.
  virtual HeadMatrices Head(int head, const ProjectedRows& from) const = 0;
  // Heads of one group share keys and values, which are then packed once.
  virtual int kv_groups() const = 0;
  virtual int KvGroup(int head) const = 0;
  // The kv head of the checkpoint that a group's keys and values are.
  virtual int KvHead(int kv_group) const = 0;

  virtual bool row_invariant() const = 0;
  // Rows beyond the last one that projecting may read and write.
  virtual std::int64_t overhang() const = 0;
  virtual std::int64_t weights_bytes() const = 0;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_
