// One request, answered at once: the short way to use the engine as a library.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTEND_H_
#define HEADWISE_ENGINE_ATTENTION_ATTEND_H_

#include "absl/status/statusor.h"
#include "engine/attention/attention_layer.h"
#include "engine/attention/attention_request.h"
#include "engine/attention/attention_task.h"
#include "engine/tensor/tensor.h"

namespace headwise {

// What a request wanted; absent tensors for the rest. Shapes as in OutputShapes.
struct AttentionAnswer {
  Tensor context;
  Tensor head_context;
  Tensor contributions;
  Tensor log_sum_exp;
  Tensor probabilities;
  Tensor scores;
  Tensor top_keys;
  Tensor top_weights;
  Tensor statistics;
  TaskTimings timings;
};

// Validates, makes room for the outputs, and computes. Errors of AttentionLayer::Validate and of
// the task; RESOURCE_EXHAUSTED if memory is short. Thread-safe. To run several requests as one
// batch, or to choose where outputs go, use AttentionLayer::Attend.
//
//   auto engine = headwise::Engine::Create();
//   auto checkpoint = headwise::Checkpoint::Open("deploy/demo");
//   auto model = headwise::Model::Load(*checkpoint, **engine);
//   headwise::AttentionRequest request;
//   request.input = embeddings.view();                                    // [B,T,D]
//   auto answer = headwise::Attend((*model)->layer(0), request);          // answer->context
absl::StatusOr<AttentionAnswer> Attend(AttentionLayer& layer, const AttentionRequest& request);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTEND_H_
