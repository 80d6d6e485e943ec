// The part of ValidateRequest that looks at what is wanted.
#ifndef HEADWISE_ENGINE_ATTENTION_CHECK_OUTPUTS_H_
#define HEADWISE_ENGINE_ATTENTION_CHECK_OUTPUTS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/attention/attention_request.h"

namespace headwise {

// INVALID_ARGUMENT naming the field for heads and rows that are not there or come twice, and for
// outputs that the layer cannot give.
absl::Status CheckOutputs(const LayerSpec& layer, const AttentionRequest& request);

// Of a request that is checked. INVALID_ARGUMENT for an output of more elements than fit a number.
absl::StatusOr<OutputShapes> ShapesOfOutputs(const LayerSpec& layer,
                                             const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_CHECK_OUTPUTS_H_
