// The part of ValidateRequest that looks at what attention is computed from.
#ifndef HEADWISE_ENGINE_ATTENTION_CHECK_INPUTS_H_
#define HEADWISE_ENGINE_ATTENTION_CHECK_INPUTS_H_

#include "absl/status/status.h"
#include "engine/attention/attention_request.h"

namespace headwise {

// INVALID_ARGUMENT naming the tensor for a missing or superfluous one, a wrong dtype, rank or
// dimension. After OK, batch(), tokens() and keys() may be called.
absl::Status CheckInputs(const LayerSpec& layer, const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_CHECK_INPUTS_H_
