#include "tests/support/random_layer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace headwise::testing {

std::vector<float> RandomFloats(Random& random, std::int64_t count, float deviation) {
  std::normal_distribution<float> normal(0.0f, deviation);
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

LayerSpec MakeSpec(std::int64_t d_model, std::int64_t heads, std::int64_t kv_heads,
                   std::int64_t head_dim) {
  LayerSpec spec;
  spec.module = "test";
  spec.d_model = d_model;
  spec.heads = heads;
  spec.kv_heads = kv_heads;
  spec.head_dim = head_dim;
  spec.d_out = d_model;
  spec.scale = 1 / std::sqrt(static_cast<double>(head_dim));
  spec.input_bias = true;
  spec.output_projection = true;
  spec.output_bias = true;
  return spec;
}

LayerWeights RandomWeights(Random& random, const LayerSpec& spec) {
  const float in = 1 / std::sqrt(static_cast<float>(spec.d_model));
  const float out = 1 / std::sqrt(static_cast<float>(spec.query_width()));
  LayerWeights weights;
  weights.query = RandomFloats(random, spec.query_width() * spec.d_model, in);
  weights.key = RandomFloats(random, spec.kv_width() * spec.d_model, in);
  weights.value = RandomFloats(random, spec.kv_width() * spec.d_model, in);
  if (spec.input_bias) {
    weights.query_bias = RandomFloats(random, spec.query_width(), 0.1f);
    weights.key_bias = RandomFloats(random, spec.kv_width(), 0.1f);
    weights.value_bias = RandomFloats(random, spec.kv_width(), 0.1f);
  }
  if (spec.output_projection) {
    weights.output = RandomFloats(random, spec.d_out * spec.query_width(), out);
  }
  if (spec.output_bias) weights.output_bias = RandomFloats(random, spec.d_out, 0.1f);
  return weights;
}

Tensor RandomInput(Random& random, std::int64_t batch, std::int64_t tokens, std::int64_t d_model) {
  Tensor tensor(DType::kF32, *Shape::Create({batch, tokens, d_model}));
  const std::vector<float> values = RandomFloats(random, batch * tokens * d_model, 1.0f);
  std::copy(values.begin(), values.end(), tensor.floats());
  return tensor;
}

void Call::Prepare(const AttentionLayer& layer) {
  const absl::StatusOr<OutputShapes> shapes = layer.Validate(request);
  ASSERT_THAT(shapes, IsOk());
  auto room = [](const std::optional<Shape>& shape, DType dtype) {
    return shape ? Tensor(dtype, *shape) : Tensor();
  };
  context = room(shapes->context, request.output_dtype);
  head_context = room(shapes->head_context, request.output_dtype);
  log_sum_exp = room(shapes->log_sum_exp, DType::kF32);
  probabilities = room(shapes->probabilities, request.output_dtype);
  task.request = &request;
  task.outputs = {context.mutable_view(), head_context.mutable_view(), log_sum_exp.mutable_view(),
                  probabilities.mutable_view()};
}

void Run(AttentionLayer& layer, const std::vector<Call*>& calls) {
  std::vector<AttentionTask*> tasks;
  for (Call* call : calls) {
    call->Prepare(layer);
    tasks.push_back(&call->task);
  }
  layer.Attend(tasks);
}

std::string Bytes(const Tensor& tensor) {
  if (!tensor.present()) return "";
  const TensorView view = tensor.view();
  return std::string(reinterpret_cast<const char*>(view.data()),
                     static_cast<std::size_t>(view.bytes()));
}

Difference Compare(const float* got, const double* want, std::int64_t count, double atol,
                   double rtol) {
  Difference difference;
  for (std::int64_t i = 0; i < count; ++i) {
    if (got[i] == want[i]) continue;  // equal infinities too
    const double off = std::fabs(got[i] - want[i]);
    if (!(off <= atol + rtol * std::fabs(want[i]))) difference.within = false;
    if (!(off <= difference.largest)) difference.largest = off;
  }
  return difference;
}

}  // namespace headwise::testing
