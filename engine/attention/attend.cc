#include "engine/attention/attend.h"

#include <new>
#include <optional>
#include <utility>

#include "absl/status/status.h"

namespace headwise {
namespace {

absl::StatusOr<AttentionAnswer> AttendChecked(AttentionLayer& layer,
                                              const AttentionRequest& request,
                                              const OutputShapes& shapes) {
  AttentionAnswer answer;
  AttentionTask task;
  task.request = &request;
  const auto make = [](const std::optional<Shape>& shape, DType dtype, Tensor& tensor,
                       MutableTensorView& view) {
    if (!shape) return;
    tensor = Tensor(dtype, *shape);
    view = tensor.mutable_view();
  };
  AttentionOutputs& to = task.outputs;
  const DType dtype = request.output_dtype;
  make(shapes.context, dtype, answer.context, to.context);
  make(shapes.head_context, dtype, answer.head_context, to.head_context);
  make(shapes.contributions, dtype, answer.contributions, to.contributions);
  make(shapes.log_sum_exp, DType::kF32, answer.log_sum_exp, to.log_sum_exp);
  make(shapes.probabilities, dtype, answer.probabilities, to.probabilities);
  make(shapes.scores, DType::kF32, answer.scores, to.scores);
  make(shapes.top_keys, DType::kI32, answer.top_keys, to.top_keys);
  make(shapes.top_weights, DType::kF32, answer.top_weights, to.top_weights);
  make(shapes.statistics, DType::kF32, answer.statistics, to.statistics);
  AttentionTask* batch[] = {&task};
  layer.Attend(batch);
  if (!task.status.ok()) return task.status;
  answer.timings = std::move(task.timings);
  return answer;
}

}  // namespace

absl::StatusOr<AttentionAnswer> Attend(AttentionLayer& layer, const AttentionRequest& request) {
  const absl::StatusOr<OutputShapes> shapes = layer.Validate(request);
  if (!shapes.ok()) return shapes.status();
  try {
    return AttendChecked(layer, request, *shapes);
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory for the outputs; ask for fewer");
  }
}

}  // namespace headwise
