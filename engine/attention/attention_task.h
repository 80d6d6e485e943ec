// A request on its way through the engine.
#ifndef HEADWISE_ENGINE_ATTENTION_ATTENTION_TASK_H_
#define HEADWISE_ENGINE_ATTENTION_ATTENTION_TASK_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/attention_request.h"
#include "engine/tensor/tensor_view.h"

namespace headwise {

// Where the outputs go. Present exactly for what the request wants, with the shapes and dtypes of
// OutputShapes (output_dtype where none is named). Every byte is written when the task's status
// is OK; the content is unspecified otherwise. Where a row sees no key (or lies beyond its
// sequence's length): context and probabilities 0, scores and log-sum-exp -infinity, top keys -1
// with weight 0.
struct AttentionOutputs {
  MutableTensorView context;
  MutableTensorView head_context;
  MutableTensorView contributions;
  MutableTensorView log_sum_exp;
  MutableTensorView probabilities;
  MutableTensorView scores;
  MutableTensorView top_keys;
  MutableTensorView top_weights;
  MutableTensorView statistics;
};

// Nanoseconds by the monotonic clock. The stages are those of the batch that the task ran in.
struct TaskTimings {
  std::int64_t input_projection_ns = 0;
  std::int64_t attention_ns = 0;
  std::int64_t output_projection_ns = 0;
  // Per head, [H]: busy time of scores, softmax and weighted sum for this task, with an equal
  // share of packing a shared kv head; measured round each work item, summed over workers. A
  // head that was gated off and not asked for has 0.
  std::vector<std::int64_t> head_ns;
  std::int32_t batch_tasks = 0;
  std::int64_t batch_tokens = 0;  // rows of the batch
};

// Owned by the caller, who keeps it and the bytes of its views alive until Attend returns.
struct AttentionTask {
  const AttentionRequest* request = nullptr;
  AttentionOutputs outputs;
  // Set by any thread to give the task up: its remaining work items are skipped, and its status
  // becomes CANCELLED. Looked at between key tiles. May be null.
  const std::atomic<bool>* stop = nullptr;

  // Filled by Attend.
  absl::Status status;
  TaskTimings timings;
};

}  // namespace headwise

#endif  // HEADWISE_ENGINE_ATTENTION_ATTENTION_TASK_H_
