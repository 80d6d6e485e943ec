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
  const auto deviation = [](std::int64_t in) { return 1 / std::sqrt(static_cast<float>(in)); };
  LayerWeights weights;
  if (spec.input_projection) {
    weights.query =
        RandomFloats(random, spec.query_width() * spec.d_model, deviation(spec.d_model));
    weights.key = RandomFloats(random, spec.key_width() * spec.key_input_width(),
                               deviation(spec.key_input_width()));
    weights.value = RandomFloats(random, spec.value_width() * spec.value_input_width(),
                                 deviation(spec.value_input_width()));
  }
  if (spec.input_bias) {
    weights.query_bias = RandomFloats(random, spec.query_width(), 0.1f);
    weights.key_bias = RandomFloats(random, spec.key_width(), 0.1f);
    weights.value_bias = RandomFloats(random, spec.value_width(), 0.1f);
  }
  if (spec.output_projection) {
    weights.output =
        RandomFloats(random, spec.d_out * spec.merged_width(), deviation(spec.merged_width()));
  }
  if (spec.output_bias) weights.output_bias = RandomFloats(random, spec.d_out, 0.1f);
  if (spec.qk_norm.kind != NormKind::kNone) {
    weights.query_norm = RandomFloats(random, spec.query_width(), 1.0f);
    weights.key_norm = RandomFloats(random, spec.key_width(), 1.0f);
  }
  if (spec.qk_norm.kind == NormKind::kLayer) {
    weights.query_norm_bias = RandomFloats(random, spec.query_width(), 0.1f);
    weights.key_norm_bias = RandomFloats(random, spec.key_width(), 0.1f);
  }
  if (spec.sinks) weights.sinks = RandomFloats(random, spec.heads, 1.0f);
  weights.relative_bias = RandomFloats(random, spec.relative_bias.buckets * spec.heads, 1.0f);
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
  const auto make = [](const std::optional<Shape>& shape, DType dtype, Tensor& tensor,
                       MutableTensorView& view) {
    tensor = shape ? Tensor(dtype, *shape) : Tensor();
    view = tensor.mutable_view();
  };
  const DType dtype = request.output_dtype;
  task.request = &request;
  make(shapes->context, dtype, context, task.outputs.context);
  make(shapes->head_context, dtype, head_context, task.outputs.head_context);
  make(shapes->contributions, dtype, contributions, task.outputs.contributions);
  make(shapes->log_sum_exp, DType::kF32, log_sum_exp, task.outputs.log_sum_exp);
  make(shapes->probabilities, dtype, probabilities, task.outputs.probabilities);
  make(shapes->scores, DType::kF32, scores, task.outputs.scores);
  make(shapes->top_keys, DType::kI32, top_keys, task.outputs.top_keys);
  make(shapes->top_weights, DType::kF32, top_weights, task.outputs.top_weights);
  make(shapes->statistics, DType::kF32, statistics, task.outputs.statistics);
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
