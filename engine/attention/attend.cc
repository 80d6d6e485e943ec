#include "engine/attention/attend.h"

#include <new>
#include <optional>
#include <utility>

#include "absl/status/status.h"

namespace headwise {
namespace {

Tensor RoomFor(const std::optional<Shape>& shape, DType dtype) {
  return shape ? Tensor(dtype, *shape) : Tensor();
}

absl::StatusOr<AttentionAnswer> AttendChecked(AttentionLayer& layer,
                                              const AttentionRequest& request,
                                              const OutputShapes& shapes) {
  AttentionAnswer answer;
  answer.context = RoomFor(shapes.context, request.output_dtype);
  answer.head_context = RoomFor(shapes.head_context, request.output_dtype);
  answer.log_sum_exp = RoomFor(shapes.log_sum_exp, DType::kF32);
  answer.probabilities = RoomFor(shapes.probabilities, request.output_dtype);
  AttentionTask task;
  task.request = &request;
  task.outputs = {answer.context.mutable_view(), answer.head_context.mutable_view(),
                  answer.log_sum_exp.mutable_view(), answer.probabilities.mutable_view()};
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
