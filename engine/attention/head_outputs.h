// Each head's own part of the output projection.
#ifndef HEADWISE_ENGINE_ATTENTION_HEAD_OUTPUTS_H_
#define HEADWISE_ENGINE_ATTENTION_HEAD_OUTPUTS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/attention/merge.h"
#include "engine/attention/projection.h"
#include "engine/attention/projection_maker.h"
#include "engine/attention/stage_context.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Contributions of single heads to the context vectors, Z_h W_o,h. The slices of W_o are packed
// when a head is first asked about; a layer of which nobody asks pays nothing. Owned by its layer
// and used by one batch at a time.
class HeadOutputs {
 public:
  // Borrows all three.
  HeadOutputs(const ProjectionMaker& maker, const LayerSpec& spec, const Merge& merge)
      : maker_(maker), spec_(spec), merge_(merge), slices_(spec.heads) {}

  // Fills the tasks' contributions from workspace.head_contexts. Failures go to the batch.
  void Run(const StageContext& context);

 private:
  absl::Status PackWanted(const HeadWork& work);
  // Head `head` of the output projection's matrix [Dout, H*hv].
  absl::Status Pack(const std::vector<float>& all, int head);
  // Contributions of all rows of a head, in workspace.context.
  absl::Status Project(const StageContext& context, int head);
  void PlaceInColumns(const StageContext& context, int head) const;
  void Write(const StageContext& context, int head) const;

  const ProjectionMaker maker_;
  const LayerSpec& spec_;
  const Merge& merge_;
  std::vector<std::unique_ptr<Projection>> slices_;  // [H], null until asked for
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_HEAD_OUTPUTS_H_
