// What the forms of attention have in common.
#ifndef HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_
#define HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_

#include <cstdint>
#include <vector>

#include "engine/attention/head_matrices.h"
#include "engine/attention/project_rows.h"

namespace headwise {

// How a layer's heads get their queries, keys and values. The forms differ in weights and in
// the layout of what is projected; from there on all of them run the same heads and the same
// merge. Immutable; thread-safe.
class HeadsForm {
 public:
  virtual ~HeadsForm() = default;

  // Floats that the projected rows of a batch take: `rows` includes the padding rows.
  virtual std::int64_t ProjectedFloats(std::int64_t rows) const = 0;
  // The projections to run, and where in `projected` their results go.
  virtual std::vector<ProjectionTarget> Targets(float* projected, std::int64_t rows) const = 0;
  // Where head `head` finds its matrices in `projected`.
  virtual HeadMatrices Head(int head, const float* projected, std::int64_t rows) const = 0;
  // Heads of one group share keys and values, which are then packed once.
  virtual int kv_groups() const = 0;
  virtual int KvGroup(int head) const = 0;

  virtual bool row_invariant() const = 0;
  virtual std::int64_t weights_bytes() const = 0;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEADS_FORM_H_
