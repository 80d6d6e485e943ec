// What happens to projected rows before heads read them: clipping, norms, rotation.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_ADJUSTER_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_ADJUSTER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/attention/batch.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/rope_table.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// Changes the rows that a form has projected, in place, in one pass over them. Owned by its layer
// and used by one batch at a time; its items run on the workers.
class HeadAdjuster {
 public:
  // Borrows `spec`; copies the norms' factors and offsets.
  HeadAdjuster(const LayerSpec& spec, const LayerWeights& weights);

  // Failures (short memory) go to the batch.
  void Run(const HeadsForm& form, const ProjectedRows& rows, Batch& batch, WorkerPool& workers);

 private:
  // The queries', keys' or values' heads in the projected rows.
  struct Side {
    std::vector<float*> heads;  // row 0 of each
    std::vector<int> sources;   // whose factors each uses
    std::int64_t copies = 1;    // heads side by side that are copies of one
    std::int64_t stride = 0;    // floats from row to row
    std::int64_t width = 0;     // floats of a head's row
    const float* factors = nullptr;
    const float* offsets = nullptr;

    float* At(std::size_t head, std::int64_t row) const { return heads[head] + row * stride; }
  };
  struct Sides {
    Side queries, keys, values;
  };
  // Some tokens of one sequence. In self-attention an item covers all three sides.
  struct Item {
    const Sequence* sequence;
    std::int64_t first;
    std::int64_t count;
    bool of_queries;
    bool of_keys;
  };

  bool NeedsPass() const;
  Sides SidesOf(const HeadsForm& form, const ProjectedRows& rows) const;
  std::vector<Item> ItemsOf(const Batch& batch) const;
  // The table of each task.
  std::vector<std::shared_ptr<const RopeTable>> TablesOf(const Batch& batch);
  void RunItem(const Item& item, const Sides& sides, const AttentionRequest& request,
               const RopeTable* table) const;
  void AdjustRow(const Side& side, std::int64_t row, const float* cos, const float* sin) const;
  void NormRow(const Side& side, std::int64_t row) const;
  // One mean over heads first..end-1.
  void NormHeads(const Side& side, std::int64_t row, std::size_t first, std::size_t end) const;

  const LayerSpec& spec_;
  const std::vector<float> query_norm_;
  const std::vector<float> key_norm_;
  const std::vector<float> query_norm_bias_;
  const std::vector<float> key_norm_bias_;
  std::shared_ptr<const RopeTable> last_table_;  // of the frequencies last used
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_ADJUSTER_H_
