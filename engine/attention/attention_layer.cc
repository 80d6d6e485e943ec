#include "engine/attention/attention_layer.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/batch.h"
#include "engine/attention/check_weights.h"
#include "engine/attention/engine_impl.h"
#include "engine/attention/fill_outputs.h"
#include "engine/attention/fused_heads.h"
#include "engine/attention/head_stage.h"
#include "engine/attention/input_rows.h"
#include "engine/attention/merge.h"
#include "engine/attention/probability_stage.h"
#include "engine/attention/single_head.h"
#include "engine/attention/stacked_heads.h"
#include "engine/attention/stage_context.h"
#include "engine/tensor/tensor.h"

namespace headwise {
class AttentionLayer::Impl {
 public:
  Impl(Engine::Impl& engine, LayerSpec spec) : engine_(engine), spec_(std::move(spec)) {}

  absl::Status Pack(const LayerWeights& weights);
  absl::Status WarmUp();
  void Attend(absl::Span<AttentionTask* const> tasks);

  const LayerSpec& spec() const { return spec_; }
  bool batch_invariant() const { return fused_->row_invariant() && merge_->row_invariant(); }
  std::int64_t weights_bytes() const { return fused_->weights_bytes() + merge_->weights_bytes(); }

 private:
  // Tasks of one form, under the engine's mutex.
  void AttendForm(Form form, absl::Span<AttentionTask* const> tasks);
  void RunStages(const HeadsForm& form, Batch& batch);
  void Project(const StageContext& context);
  void RunHeads(const StageContext& context, bool merge);
  absl::StatusOr<const HeadsForm*> FormFor(Form form);

  Engine::Impl& engine_;
  const LayerSpec spec_;
  std::unique_ptr<FusedHeads> fused_;
  std::unique_ptr<Merge> merge_;
  std::shared_ptr<TilePlans> tile_plans_;
  // Made when first asked for, from the fused weights; guarded by the engine's mutex.
  std::unique_ptr<HeadsForm> stacked_;
};

absl::Status AttentionLayer::Impl::Pack(const LayerWeights& weights) {
  std::lock_guard<std::mutex> lock(engine_.mutex);
  auto fused = FusedHeads::Create(engine_.plans, spec_, weights);
  if (!fused.ok()) return fused.status();
  auto merge = Merge::Create(engine_.plans, spec_, weights);
  if (!merge.ok()) return merge.status();
  auto tile_plans = engine_.plans.ForTiles(spec_.head_dim);
  if (!tile_plans.ok()) return tile_plans.status();
  fused_ = *std::move(fused);
  merge_ = *std::move(merge);
  tile_plans_ = *std::move(tile_plans);
  return absl::OkStatus();
}

absl::Status AttentionLayer::Impl::WarmUp() {
  {
    std::lock_guard<std::mutex> lock(engine_.mutex);
    absl::Status status = tile_plans_->PrepareAll();
    if (!status.ok()) return status;
  }
  // A first run, so that no caller pays for cold code and for memory that is not there yet.
  Tensor input(DType::kF32, *Shape::Create({1, 1, spec_.d_model}));
  Tensor context(DType::kF32, *Shape::Create({1, 1, spec_.d_out}));
  std::fill_n(input.floats(), spec_.d_model, 0.0f);
  AttentionRequest request;
  request.input = input.view();
  AttentionTask task;
  task.request = &request;
  task.outputs.context = context.mutable_view();
  AttentionTask* batch[] = {&task};
  Attend(batch);
  return task.status;
}

absl::StatusOr<const HeadsForm*> AttentionLayer::Impl::FormFor(Form form) {
  if (form == Form::kFused) return fused_.get();
  if (stacked_ == nullptr) {
    auto weights = fused_->Unpack();
    if (!weights.ok()) return weights.status();
    auto stacked = StackedHeads::Create(engine_.plans, spec_, *weights);
    if (!stacked.ok()) return stacked.status();
    stacked_ = *std::move(stacked);
  }
  return stacked_.get();
}

void AttentionLayer::Impl::Attend(absl::Span<AttentionTask* const> tasks) {
  std::lock_guard<std::mutex> lock(engine_.mutex);
  for (Form form : {Form::kFused, Form::kStacked, Form::kSingleHead}) {
    std::vector<AttentionTask*> same;
    std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(same),
                 [&](const AttentionTask* task) { return task->request->form == form; });
    if (!same.empty()) AttendForm(form, same);
  }
  engine_.workspace.Trim();
}

void AttentionLayer::Impl::AttendForm(Form form, absl::Span<AttentionTask* const> tasks) {
  Batch batch(tasks);
  batch.RunForAll([&] {
    absl::StatusOr<const HeadsForm*> heads = FormFor(form);
    if (!heads.ok()) return heads.status();
    RunStages(**heads, batch);
    return absl::OkStatus();
  });
  batch.Finish();
  // A batch may be too large for the memory where each of its tasks is not.
  if (tasks.size() == 1) return;
  for (AttentionTask* task : tasks) {
    if (absl::IsResourceExhausted(task->status)) AttendForm(form, {&task, 1});
  }
}

void AttentionLayer::Impl::RunStages(const HeadsForm& form, Batch& batch) {
  FillUnreachedOutputs(batch);
  HeadWork work(batch, spec_.heads);
  const StageContext context{spec_,
                             form,
                             batch,
                             work,
                             *tile_plans_,
                             *engine_.workers,
                             engine_.workspace,
                             engine_.time_heads};
  bool merge = false;
  for (int i = 0; i < batch.task_count(); ++i) merge |= batch.request(i).outputs.context;

  const std::int64_t begin = NowNs();
  if (batch.rows() > 0) Project(context);
  const std::int64_t projected = NowNs();
  if (batch.rows() > 0) RunHeads(context, merge);
  const std::int64_t attended = NowNs();
  if (batch.rows() > 0 && merge) merge_->Run(batch, context.workers, context.workspace);
  const std::int64_t merged = NowNs();

  for (int i = 0; i < batch.task_count(); ++i) {
    TaskTimings& timings = batch.task(i).timings;
    timings.input_projection_ns = projected - begin;
    timings.attention_ns = attended - projected;
    timings.output_projection_ns = merged - attended;
    timings.batch_tasks = batch.task_count();
    timings.batch_tokens = batch.rows();
  }
  work.ReportTimes(batch);
}

void AttentionLayer::Impl::Project(const StageContext& context) {
  Workspace& workspace = context.workspace;
  const InputRows input(context.batch, spec_.d_model, context.workers, workspace.input);
  workspace.projected.EnsureSize(
      static_cast<std::size_t>(context.form.ProjectedFloats(context.padded_rows())));
  const std::vector<ProjectionTarget> targets =
      context.form.Targets(workspace.projected.data(), context.padded_rows());
  ProjectRows(context.batch, context.workers, targets,
              [&](std::int64_t first, std::int64_t height) { return input.At(first, height); });
}

void AttentionLayer::Impl::RunHeads(const StageContext& context, bool merge) {
  if (merge) {
    // Panels of the merge may reach beyond the last row; they find zeros there.
    const std::int64_t width = spec_.query_width();
    context.workspace.merged.EnsureSize(static_cast<std::size_t>(context.padded_rows() * width));
    std::fill_n(context.workspace.merged.data() + context.batch.rows() * width,
                ProjectionPlans::kMaxHeight * width, 0.0f);
  }
  HeadStage heads(context, merge);
  context.batch.RunForAll([&] { return heads.Prepare(); });
  heads.Run();
  ProbabilityStage(context, heads.tiles()).Run();
}

absl::StatusOr<std::unique_ptr<AttentionLayer>> AttentionLayer::Create(
    Engine& engine, LayerSpec spec, const LayerWeights& weights) {
  absl::Status status = CheckWeights(spec, weights);
  if (!status.ok()) return status;
  try {
    auto impl = std::make_unique<Impl>(engine.impl(), std::move(spec));
    status = impl->Pack(weights);
    if (status.ok()) status = impl->WarmUp();
    if (!status.ok()) return status;
    return std::unique_ptr<AttentionLayer>(new AttentionLayer(std::move(impl)));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("not enough memory to pack a layer's weights");
  }
}

AttentionLayer::AttentionLayer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
AttentionLayer::~AttentionLayer() = default;

const LayerSpec& AttentionLayer::spec() const { return impl_->spec(); }
bool AttentionLayer::batch_invariant() const { return impl_->batch_invariant(); }
std::int64_t AttentionLayer::weights_bytes() const { return impl_->weights_bytes(); }

absl::StatusOr<OutputShapes> AttentionLayer::Validate(const AttentionRequest& request) const {
  return ValidateRequest(impl_->spec(), request);
}

void AttentionLayer::Attend(absl::Span<AttentionTask* const> tasks) { impl_->Attend(tasks); }

}  // namespace headwise
