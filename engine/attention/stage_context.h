// What the stages of one batch share.
#ifndef HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_
#define HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_

#include <chrono>
#include <cstdint>

#include "absl/types/span.h"
#include "engine/attention/batch.h"
#include "engine/attention/head_block.h"
#include "engine/attention/head_work.h"
#include "engine/attention/heads_form.h"
#include "engine/attention/projection_plans.h"
#include "engine/attention/tile_plans.h"
#include "engine/attention/workspace.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// References only; lives on the stack of AttentionLayer::Attend.
struct StageContext {
  const LayerSpec& spec;
  const HeadsForm& form;
  Batch& batch;
  HeadWork& work;
  TilePlans& plans;
  WorkerPool& workers;
  Workspace& workspace;
  bool time_heads;

  // Rows of the batch's buffers: the last panel may reach beyond the last row.
  std::int64_t padded_rows() const { return batch.rows() + ProjectionPlans::kMaxHeight; }
  HeadMatrices Head(int head) const {
    return form.Head(head, workspace.projected.data(), padded_rows());
  }
  bool Causal(int task) const { return batch.request(task).causal.value_or(spec.causal); }
};

// Monotonic.
inline std::int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_
