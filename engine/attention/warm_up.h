// A layer's first run.
#ifndef HEADWISE_ENGINE_ATTENTION_WARM_UP_H_
#define HEADWISE_ENGINE_ATTENTION_WARM_UP_H_

#include "absl/status/status.h"
#include "engine/attention/attention_layer.h"

namespace headwise {

// Runs one token of zeros, so that no caller pays for cold code and for memory that is not there
// yet. Errors are those of the task. Throws std::bad_alloc.
absl::Status WarmUp(AttentionLayer& layer);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_WARM_UP_H_
