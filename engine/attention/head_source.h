// Where the heads of a batch find their matrices.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_SOURCE_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_SOURCE_H_

#include <cstdint>
#include <vector>

#include "engine/attention/batch.h"
#include "engine/attention/head_matrices.h"
#include "engine/attention/heads_form.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/parallel/worker_pool.h"
#include "engine/tensor/aligned_buffer.h"

namespace headwise {

// Const methods may be called by several workers at once.
class HeadSource {
 public:
  virtual ~HeadSource() = default;

  // Row 0 of the result is the sequence's first query or key.
  virtual HeadMatrices Head(const Sequence& sequence, int head) const = 0;
  // Heads of one group share keys and values.
  virtual int kv_groups() const = 0;
  virtual int KvGroup(int head) const = 0;
};

// Rows that a form has projected.
class ProjectedHeads final : public HeadSource {
 public:
  ProjectedHeads(const HeadsForm& form, const ProjectedRows& rows) : form_(form), rows_(rows) {}

  HeadMatrices Head(const Sequence& sequence, int head) const override {
    const HeadMatrices all = form_.Head(head, rows_);
    return {all.queries.From(sequence.query_row), all.keys.From(sequence.key_row),
            all.values.From(sequence.key_row)};
  }
  int kv_groups() const override { return form_.kv_groups(); }
  int KvGroup(int head) const override { return form_.KvGroup(head); }

 private:
  const HeadsForm& form_;
  const ProjectedRows rows_;
};

// Queries, keys and values that callers gave, [B,heads,T,width] each: read in place where they are
// aligned F32, else widened into `buffers`.
class GivenHeads final : public HeadSource {
 public:
  // Borrows all of it. Throws std::bad_alloc.
  GivenHeads(const Batch& batch, const LayerSpec& spec, WorkerPool& workers,
             AlignedBuffer<float> (&buffers)[3]);

  HeadMatrices Head(const Sequence& sequence, int head) const override;
  int kv_groups() const override { return static_cast<int>(spec_.kv_heads); }
  int KvGroup(int head) const override {
    return static_cast<int>(head / (spec_.heads / spec_.kv_heads));
  }

 private:
  const float* Place(const TensorView& tensor, AlignedBuffer<float>& buffer, std::int64_t* taken,
                     WorkerPool& workers);

  // Floats of a task's three tensors.
  struct Given {
    const float* queries;
    const float* keys;
    const float* values;
  };

  const Batch& batch_;
  const LayerSpec& spec_;
  std::vector<Given> given_;  // one a task
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_SOURCE_H_
