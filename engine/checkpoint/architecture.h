// Recognises a checkpoint's architecture and plans how its attention weights are read.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_H_
#define HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_plan.h"
#include "engine/checkpoint/skipped_tensors.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

struct CheckpointPlan {
  std::string architecture;       // name of the table's row
  std::vector<LayerPlan> layers;  // at least one
  std::vector<std::string> notes;
  std::vector<SkippedTensors> skipped;
};

// Follows the first row of config.json's model_type whose conditions hold and whose tensors are
// there; without model_type, the row that alone fits the tensors' names. Pointers in the plan
// belong to `source`.
//
// UNIMPLEMENTED for an architecture without a row (listing those that have one), for quantized
// checkpoints and for what LocateLayers and PlanLayer cannot do; INVALID_ARGUMENT for anything
// that does not fit. Thread-safe.
absl::StatusOr<CheckpointPlan> PlanCheckpoint(
    const Config& config, const TensorSource& source,
    absl::Span<const ArchitectureRow> table = ArchitectureTable());

// Just whether config.json names an architecture that has a row, and no quantization. Cheap: needs
// no tensors.
absl::Status CheckModelType(const Config& config,
                            absl::Span<const ArchitectureRow> table = ArchitectureTable());

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_H_
