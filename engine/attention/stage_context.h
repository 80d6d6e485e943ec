// What the stages of one batch share.
#ifndef HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_
#define HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_

#include <chrono>
#include <cstdint>

#include "engine/attention/batch.h"
#include "engine/attention/head_source.h"
#include "engine/attention/head_work.h"
#include "engine/attention/layer_rules.h"
#include "engine/attention/score_rules.h"
#include "engine/attention/tile_sizes.h"
#include "engine/attention/workspace.h"
#include "engine/parallel/worker_pool.h"

namespace headwise {

// References only; lives on the stack of AttentionLayer::Attend.
struct StageContext {
  const LayerRules& rules;
  const HeadSource& heads;
  Batch& batch;
  HeadWork& work;
  HeadWidths widths;
  WorkerPool& workers;
  Workspace& workspace;
  bool time_heads;

  const LayerSpec& spec() const { return rules.spec; }
  ScoreRules RulesFor(const Sequence& sequence, int head) const {
    return ScoreRules(rules, batch.request(sequence.task), sequence.b, head, sequence.keys);
  }
};

// Monotonic.
inline std::int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_
