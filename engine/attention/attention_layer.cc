#include "engine/attention/attention_layer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/batch.h"
#include "engine/attention/check_weights.h"
#include "engine/attention/engine_impl.h"
#include "engine/attention/layer_run.h"
#include "engine/attention/packed_layer.h"
#include "engine/attention/warm_up.h"

namespace headwise {

class AttentionLayer::Impl {
 public:
  Impl(Engine::Impl& engine, LayerSpec spec, const LayerWeights& weights,
       const WeightOptions& options)
      : engine_(engine),
        layer_(ProjectionMaker(engine.plans, *engine.workers, options), std::move(spec), weights) {}

  absl::Status Pack(const LayerWeights& weights) {
    std::lock_guard<std::mutex> lock(engine_.mutex);
    return layer_.Pack(weights);
  }

  void Attend(absl::Span<AttentionTask* const> tasks);

  const PackedLayer& layer() const { return layer_; }

 private:
  // Tasks of one form, with or without a key_input, under the engine's mutex.
  void AttendAlike(absl::Span<AttentionTask* const> tasks);

  Engine::Impl& engine_;
  PackedLayer layer_;
};

void AttentionLayer::Impl::Attend(absl::Span<AttentionTask* const> tasks) {
  std::lock_guard<std::mutex> lock(engine_.mutex);
  for (Form form : {Form::kFused, Form::kStacked, Form::kSingleHead}) {
    for (bool cross : {false, true}) {
      std::vector<AttentionTask*> alike;
      std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(alike),
                   [&](const AttentionTask* task) {
                     return task->request->form == form && task->request->has_key_input() == cross;
                   });
      if (!alike.empty()) AttendAlike(alike);
    }
  }
  engine_.workspace.Trim();
}

void AttentionLayer::Impl::AttendAlike(absl::Span<AttentionTask* const> tasks) {
  Batch batch(tasks);
  batch.RunForAll([&] { return LayerRun(engine_, layer_, batch).Run(); });
  batch.Finish();
  // A batch may be too large for the memory where each of its tasks is not.
  if (tasks.size() == 1) return;
  for (AttentionTask* task : tasks) {
    if (absl::IsResourceExhausted(task->status)) AttendAlike({&task, 1});
  }
}

namespace {

absl::Status CheckOptions(const WeightOptions& options) {
  if (options.storage == WeightStorage::kF32 || options.kernels == ProjectionKernels::kHighway) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "kernels: expected highway for weights that are not kept as f32, got onednn");
}

}  // namespace

absl::StatusOr<std::unique_ptr<AttentionLayer>> AttentionLayer::Create(
    Engine& engine, LayerSpec spec, const LayerWeights& weights, const WeightOptions& options) {
  absl::Status status = CheckWeights(spec, weights);
  status.Update(CheckOptions(options));
  if (!status.ok()) return status;
  try {
    auto impl = std::make_unique<Impl>(engine.impl(), std::move(spec), weights, options);
    auto layer = std::unique_ptr<AttentionLayer>(new AttentionLayer(std::move(impl)));
    // A layer without projections is made for one request and must not wait for others.
    if (!layer->spec().input_projection) return layer;
    status = layer->impl_->Pack(weights);
    if (status.ok()) status = WarmUp(*layer);
    if (!status.ok()) return status;
    return layer;
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory to pack a layer's weights");
  }
}

AttentionLayer::AttentionLayer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
AttentionLayer::~AttentionLayer() = default;

const LayerSpec& AttentionLayer::spec() const { return impl_->layer().spec(); }
bool AttentionLayer::batch_invariant() const { return impl_->layer().row_invariant(); }
std::int64_t AttentionLayer::weights_bytes() const { return impl_->layer().weights_bytes(); }

absl::StatusOr<OutputShapes> AttentionLayer::Validate(const AttentionRequest& request) const {
  return ValidateRequest(spec(), request);
}

void AttentionLayer::Attend(absl::Span<AttentionTask* const> tasks) { impl_->Attend(tasks); }

}  // namespace headwise
