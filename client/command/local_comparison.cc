#include "client/command/local_comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/command/exit_code.h"
#include "client/command/expectation.h"
#include "client/command/flops.h"
#include "client/command/form_samples.h"
#include "client/command/progress.h"
#include "engine/attention/attention_layer.h"
#include "engine/attention/engine.h"
#include "engine/tensor/tensor.h"

namespace headwise {
namespace {

constexpr std::int64_t kMostTokens = 1 << 17;
constexpr std::int64_t kMostWidth = 1 << 14;

absl::Status CheckRange(const char* flag, std::int64_t value, std::int64_t most) {
  if (value >= 1 && value <= most) return absl::OkStatus();
  return UsageError(absl::StrCat(flag, ": expected 1..", most, ", got ", value));
}

absl::Status CheckOptions(const LocalComparisonOptions& options) {
  absl::Status status = CheckRange("--tokens", options.tokens, kMostTokens);
  status.Update(CheckRange("--d-model", options.d_model, kMostWidth));
  for (std::int64_t heads : options.heads) {
    if (heads < 1 || options.d_model % heads != 0) {
      status.Update(UsageError(absl::StrCat("--heads: expected divisors of --d-model ",
                                            options.d_model, ", got ", heads)));
    }
  }
  return status;
}

// Uniform in +-limit, the same on every machine, as the standard fixes the engine but not the
// distributions.
void FillUniform(std::mt19937_64& random, float limit, float* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto unit = static_cast<float>(random() >> 40) * 0x1p-23f - 1;  // [-1,1)
    values[i] = limit * unit;
  }
}

// All numbers of heads share these: the matrices' rows are cut into heads.
LayerWeights RandomWeights(std::int64_t width, std::mt19937_64& random) {
  LayerWeights weights;
  const float limit = std::sqrt(3.0f / static_cast<float>(width));  // variance 1 / width
  for (std::vector<float>* matrix :
       {&weights.query, &weights.key, &weights.value, &weights.output}) {
    matrix->resize(static_cast<std::size_t>(width * width));
    FillUniform(random, limit, matrix->data(), width * width);
  }
  return weights;
}

LayerSpec SpecFor(const LocalComparisonOptions& options, std::int64_t heads) {
  LayerSpec spec;
  spec.module = "compare";
  spec.d_model = options.d_model;
  spec.d_out = options.d_model;
  spec.heads = heads;
  spec.kv_heads = heads;
  spec.head_dim = options.d_model / heads;
  spec.scale = 1 / std::sqrt(static_cast<double>(spec.head_dim));
  spec.causal = options.causal;
  spec.output_projection = true;
  return spec;
}

// Computes the layer once in `form`; the time goes to `samples`, unless that is null.
absl::Status RunOnce(AttentionLayer& layer, const Tensor& input, Form form, Tensor* context,
                     FormSamples* samples) {
  AttentionRequest request;
  request.input = input.view();
  request.form = form;
  const auto shapes = layer.Validate(request);
  if (!shapes.ok()) return shapes.status();
  AttentionTask task;
  task.request = &request;
  task.outputs.context = context->mutable_view();
  AttentionTask* batch[] = {&task};
  const auto start = std::chrono::steady_clock::now();
  layer.Attend(batch);
  const std::chrono::duration<double, std::nano> total = std::chrono::steady_clock::now() - start;
  if (task.status.ok() && samples != nullptr) {
    samples->Add(total.count(), task.timings.input_projection_ns, task.timings.attention_ns,
                 task.timings.output_projection_ns);
  }
  return task.status;
}

absl::StatusOr<ComparedLayer> CompareLayer(AttentionLayer& layer, const Tensor& input, int runs) {
  ComparedLayer result;
  result.spec = layer.spec();
  Tensor separate(DType::kF32, input.shape());
  Tensor fused(DType::kF32, input.shape());
  FormSamples separate_samples;
  FormSamples fused_samples;
  for (int run = -1; run < runs; ++run) {  // the first one warms up
    const bool counts = run >= 0;
    absl::Status status = RunOnce(layer, input, result.separate_form(), &separate,
                                  counts ? &separate_samples : nullptr);
    status.Update(RunOnce(layer, input, Form::kFused, &fused, counts ? &fused_samples : nullptr));
    if (!status.ok()) return status;
  }
  result.separate = separate_samples.Medians();
  result.fused = fused_samples.Medians();
  const auto size = static_cast<std::size_t>(input.shape().elements());
  const Difference difference = Compare(absl::MakeConstSpan(separate.floats(), size),
                                        absl::MakeConstSpan(fused.floats(), size));
  result.largest_difference = difference.largest;
  result.largest_output = difference.largest_want;
  return result;
}

}  // namespace

absl::StatusOr<Comparison> CompareLocally(const LocalComparisonOptions& options,
                                          Progress* progress) {
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  EngineOptions engine_options;
  engine_options.workers = options.workers;
  const auto engine = Engine::Create(engine_options);
  if (!engine.ok()) return engine.status();
  absl::StatusOr<Shape> shape = Shape::Create({1, options.tokens, options.d_model});
  if (!shape.ok()) return shape.status();
  std::mt19937_64 random(options.seed);
  Tensor input(DType::kF32, *std::move(shape));
  FillUniform(random, std::sqrt(3.0f), input.floats(), input.shape().elements());
  const LayerWeights weights = RandomWeights(options.d_model, random);

  Comparison comparison;
  const int workers = (*engine)->stats().workers;
  comparison.where =
      absl::StrCat("this machine, ", (*engine)->instruction_set(), ", ", workers,
                   workers == 1 ? " thread" : " threads", ", d_model ", options.d_model);
  comparison.tokens = options.tokens;
  comparison.rows = {options.tokens, options.tokens};
  comparison.causal = options.causal;
  comparison.runs = options.runs;
  comparison.own_weights = true;
  for (std::int64_t heads : options.heads) {
    progress->Set(absl::StrCat("comparing with ", heads, heads == 1 ? " head" : " heads"));
    const auto layer = AttentionLayer::Create(**engine, SpecFor(options, heads), weights);
    if (!layer.ok()) return layer.status();
    auto compared = CompareLayer(**layer, input, options.runs);
    if (!compared.ok()) return compared.status();
    compared->visible_pairs = VisiblePairs(options.tokens, options.tokens, options.causal);
    comparison.layers.push_back(*std::move(compared));
  }
  return comparison;
}

}  // namespace headwise
