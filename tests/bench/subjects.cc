#include "tests/bench/subjects.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "engine/attention/warm_up.h"
#include "tests/bench/ratio.h"

namespace headwise::bench {
namespace {

testing::Random& Randomness() {
  static testing::Random random{1};
  return random;
}

void Check(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << "attention_bench: " << status.message() << "\n";
  std::exit(1);
}

// Numbers in the projections' matrices.
double Weights(const LayerSpec& spec) {
  return static_cast<double>(spec.qkv_width() * spec.d_model + spec.merged_width() * spec.d_out);
}

}  // namespace

Subject::Subject(Engine& engine, const LayerSpec& spec, const WeightOptions& weights) {
  auto layer =
      AttentionLayer::Create(engine, spec, testing::RandomWeights(Randomness(), spec), weights);
  Check(layer.status());
  layer_ = *std::move(layer);
}

AttentionRequest& Subject::Add(std::int64_t batch, std::int64_t tokens, std::int64_t keys) {
  const LayerSpec& spec = layer_->spec();
  const auto add = [&](std::vector<std::int64_t> dims) {
    tensors_.emplace_back(DType::kF32, *Shape::Create(dims));
    Tensor& tensor = tensors_.back();
    const auto values = testing::RandomFloats(Randomness(), tensor.shape().elements(), 1.0f);
    std::copy(values.begin(), values.end(), tensor.floats());
    return tensor.view();
  };
  calls_.emplace_back();
  AttentionRequest& request = calls_.back().request;
  if (spec.input_projection) {
    request.input = add({batch, tokens, spec.d_model});
    return request;
  }
  const std::int64_t key_count = keys == 0 ? tokens : keys;
  request.input = add({batch, spec.heads, tokens, spec.head_dim});
  request.key_input = add({batch, spec.kv_heads, key_count, spec.head_dim});
  request.value_input = add({batch, spec.kv_heads, key_count, spec.value_head_dim()});
  request.outputs.context = false;
  request.outputs.head_context_heads.resize(spec.heads);
  std::iota(request.outputs.head_context_heads.begin(), request.outputs.head_context_heads.end(),
            0);
  return request;
}

void Subject::WarmUp() { Check(headwise::WarmUp(*layer_)); }

void Subject::PrepareAgain() {
  for (testing::Call& call : calls_) {
    call.Prepare(*layer_);
    // Memory that has not been written to is not there yet.
    for (Tensor* tensor : {&call.context, &call.head_context}) {
      if (tensor->present()) std::fill_n(tensor->floats(), tensor->shape().elements(), 0.0f);
    }
  }
  prepared_ = true;
}

void Subject::Run() {
  if (!prepared_) PrepareAgain();
  std::vector<AttentionTask*> tasks;
  for (testing::Call& call : calls_) tasks.push_back(&call.task);
  layer_->Attend(tasks);
  for (const AttentionTask* task : tasks) Check(task->status);
}

double Subject::RunSeconds() {
  if (!prepared_) Run();
  return Seconds([this] { Run(); });
}

LayerSpec CoreOf(std::int64_t heads, std::int64_t kv_heads, std::int64_t head_dim, bool causal) {
  CoreOptions options;
  options.heads = heads;
  options.kv_heads = kv_heads;
  options.head_dim = head_dim;
  options.causal = causal;
  return *CoreSpec(options);
}

double CoreFlops(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
  const auto t = static_cast<double>(tokens);
  const double pairs = spec.causal ? t * (t + 1) / 2 : t * t;
  return 2 * static_cast<double>(batch * spec.heads) * pairs *
         static_cast<double>(spec.head_dim + spec.value_head_dim());
}

double LayerFlops(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
  return CoreFlops(spec, batch, tokens) + 2 * static_cast<double>(batch * tokens) * Weights(spec);
}

double CoreBytes(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
  const std::int64_t width =
      spec.query_width() + spec.key_width() + spec.value_width() + spec.merged_width();
  return static_cast<double>(sizeof(float)) * static_cast<double>(batch * tokens * width);
}

double LayerBytes(const LayerSpec& spec, std::int64_t batch, std::int64_t tokens) {
  const auto ends = static_cast<double>(batch * tokens * (spec.d_model + spec.d_out));
  return static_cast<double>(sizeof(float)) * (ends + Weights(spec));
}

}  // namespace headwise::bench
