// Refuses layers that cannot be.
#ifndef HEADWISE_ENGINE_ATTENTION_CHECK_WEIGHTS_H_
#define HEADWISE_ENGINE_ATTENTION_CHECK_WEIGHTS_H_

#include "absl/status/status.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// INVALID_ARGUMENT unless the spec's sizes go together and the weights have them; names the
// field, what was expected and what came. Thread-safe.
absl::Status CheckWeights(const LayerSpec& spec, const LayerWeights& weights);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_CHECK_WEIGHTS_H_
