// Attention maps for the heads and rows that are asked for.
#ifndef HEADWISE_ENGINE_ATTENTION_PROBABILITY_STAGE_H_
#define HEADWISE_ENGINE_ATTENTION_PROBABILITY_STAGE_H_

#include <cstdint>
#include <vector>

#include "engine/attention/sequence_tiles.h"
#include "engine/attention/stage_context.h"

namespace headwise {

// Computes probabilities anew from the scores and the final softmax states, so that asking for
// them changes no other output and costs nothing where nobody asks. Runs after HeadStage. Used
// by one thread; its items run on the workers.
class ProbabilityStage {
 public:
  ProbabilityStage(const StageContext& context, const SequenceTiles& tiles);

  // Makes the plans, then computes; failures go to the tasks.
  void Run();

 private:
  // Up to kQueries of the rows that a task asked for, in one sequence and head.
  struct Item {
    int sequence;
    int head_index;                       // among the heads asked for
    std::vector<std::int64_t> tokens;     // query rows
    std::vector<std::int64_t> positions;  // where each comes back
  };

  void AddItems(int sequence);
  absl::Status PreparePlans();
  absl::Status RunOne(int worker, const Item& item);

  StageContext context_;
  const SequenceTiles& tiles_;
  std::vector<Item> items_;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_PROBABILITY_STAGE_H_
