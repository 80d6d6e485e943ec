// What the stages of one batch share.
#ifndef HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_
#define HEADWISE_ENGINE_ATTENTION_STAGE_CONTEXT_H_

#include <chrono>
#include <cstdint>

#include "engine/attention/batch.h"
#include "engine/attention/head_source.h"
#include "engine/attention/head_unit.h"
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
  const Sequence& SequenceOf(const HeadUnit& unit) const {
    return batch.sequences()[unit.sequence];
  }
  // Calls body(head) for the unit's heads in order.
  template <typename Body>
  void OverHeads(const HeadUnit& unit, Body body) const {
    const int sharing = static_cast<int>(spec().heads) / heads.kv_groups();
    const int first = unit.kv_group * sharing;
    for (int head = first; head < first + sharing; ++head) body(head);
  }
  // False if all of the unit's heads are gated off and nothing of them is asked.
  bool Needed(const HeadUnit& unit) const {
    bool needed = false;
    OverHeads(unit, [&](int head) { needed |= work.Needed(SequenceOf(unit).task, head); });
    return needed;
  }
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
