// Where a computed block's results go.
#ifndef HEADWISE_ENGINE_ATTENTION_BLOCK_WRITER_H_
#define HEADWISE_ENGINE_ATTENTION_BLOCK_WRITER_H_

#include <cstdint>
#include <vector>

#include "engine/attention/stage_context.h"
#include "engine/attention/worker_scratch.h"
#include "engine/simd/softmax.h"

namespace headwise {

// A block of queries of one head and sequence.
struct BlockItem {
  int sequence;
  int head;
  std::int64_t first;  // first token
  std::int64_t count;
};

// Writes gated context to the concatenated heads, ungated context and log-sum-exp to the tasks
// that want them, and what later stages need: the softmax states for maps, ungated context for
// contributions. Borrows the context. Blocks of different items may be written by several workers
// at once.
class BlockWriter {
 public:
  // `merge`: whether the concatenated heads are needed.
  BlockWriter(const StageContext& context, bool merge) : context_(context), merge_(merge) {}

  // `scratch` as AttendBlock leaves it.
  void Write(const BlockItem& item, const ScoreRules& rules, const WorkerScratch& scratch);
  // For a head that is gated off: zeros among the concatenated heads.
  void WriteZeros(const BlockItem& item);

 private:
  void WriteStates(const BlockItem& item, double unit, const std::vector<SoftmaxState>& states);
  void WriteHeadContext(const BlockItem& item, const FloatRows& context);
  void KeepHeadContext(const BlockItem& item, const FloatRows& context);
  void WriteMerged(const BlockItem& item, const FloatRows& context);

  const StageContext& context_;
  const bool merge_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_BLOCK_WRITER_H_
