// Where the values of a layer's tensors go.
#ifndef HEADWISE_ENGINE_CHECKPOINT_TENSOR_PLANS_H_
#define HEADWISE_ENGINE_CHECKPOINT_TENSOR_PLANS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/layer_plan.h"

namespace headwise {

// One plan a tensor, its shape and type not yet compared. INVALID_ARGUMENT if there are other than
// one norm for each head under NormShape::kPerHead. Thread-safe.
absl::StatusOr<std::vector<TensorPlan>> PlanTensors(const Section& section, const LayerSizes& sizes,
                                                    const LocatedLayer& layer,
                                                    const LayerSpec& spec);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_TENSOR_PLANS_H_
