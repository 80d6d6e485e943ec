// Outputs that no computation reaches.
#ifndef HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_
#define HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_

#include "engine/attention/batch.h"

namespace headwise {

// Before a batch runs: outputs of tasks with lengths become zero and their log-sum-exp -inf, so
// that rows beyond the lengths are left so. Other tasks' outputs are written wholly later.
void FillUnreachedOutputs(Batch& batch);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_
