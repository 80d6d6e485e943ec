#include "engine/attention/warm_up.h"

#include <algorithm>
#include <cstdint>

#include "engine/tensor/tensor.h"

namespace headwise {
namespace {

Tensor ZeroToken(std::int64_t width) {
  Tensor token(DType::kF32, *Shape::Create({1, 1, width}));
  std::fill_n(token.floats(), width, 0.0f);
  return token;
}

}  // namespace

absl::Status WarmUp(AttentionLayer& layer) {
  const LayerSpec& spec = layer.spec();
  const Tensor input = ZeroToken(spec.d_model);
  const Tensor key_input = ZeroToken(spec.key_input_width());
  const Tensor value_input = ZeroToken(spec.value_input_width());
  Tensor context(DType::kF32, *Shape::Create({1, 1, spec.d_out}));
  AttentionRequest request;
  request.input = input.view();
  if (spec.cross || spec.key_input_width() != spec.d_model) {
    request.key_input = key_input.view();
    request.value_input = value_input.view();
  }
  AttentionTask task;
  task.request = &request;
  task.outputs.context = context.mutable_view();
  AttentionTask* batch[] = {&task};
  layer.Attend(batch);
  return task.status;
}

}  // namespace headwise
