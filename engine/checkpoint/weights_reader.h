// Reads a planned layer into canonical weights.
#ifndef HEADWISE_ENGINE_CHECKPOINT_WEIGHTS_READER_H_
#define HEADWISE_ENGINE_CHECKPOINT_WEIGHTS_READER_H_

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_plan.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Reads in pieces of a few MiB, widens them to float and puts every row where the plan says, so
// that beside the result only a piece is in memory. The result lies in the vectors of `memory` as
// far as they are large enough; what they hold does not matter. INVALID_ARGUMENT naming tensor and
// index for NaN or infinity, and if the file is no longer as it was opened. Throws std::bad_alloc
// when memory is short. Thread-safe.
absl::StatusOr<LayerWeights> ReadWeights(const LayerPlan& plan, LayerWeights memory = {});

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_WEIGHTS_READER_H_
