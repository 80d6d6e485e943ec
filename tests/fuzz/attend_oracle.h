// Holds answers against attention in double precision.
#ifndef HEADWISE_TESTS_FUZZ_ATTEND_ORACLE_H_
#define HEADWISE_TESTS_FUZZ_ATTEND_ORACLE_H_

#include "engine/attention/attention_request.h"
#include "engine/attention/attention_task.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise::fuzz {

// True if all numbers are so small that rounding to F32 cannot change an answer much.
bool IsModerate(const LayerSpec& spec, const LayerWeights& weights,
                const AttentionRequest& request);

// For a moderate request: no NaN anywhere, and what comes back as F32 is near the oracle's.
void RequireRight(const LayerSpec& spec, const LayerWeights& weights,
                  const AttentionRequest& request, const AttentionOutputs& outputs);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_ATTEND_ORACLE_H_
