// Outputs that no computation reaches.
#ifndef HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_
#define HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_

#include "engine/attention/batch.h"

namespace headwise {

// Before a batch runs: outputs of tasks with lengths become what AttentionOutputs says of rows and
// keys beyond the lengths, and are left so there. Other tasks' outputs are written wholly later,
// except statistics, which start at zero.
void FillUnreachedOutputs(Batch& batch);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_FILL_OUTPUTS_H_
