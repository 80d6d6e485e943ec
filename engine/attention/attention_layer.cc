#include "engine/attention/attention_layer.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "engine/attention/batch.h"
#include "engine/attention/check_weights.h"
#include "engine/attention/engine_impl.h"
#include "engine/attention/fill_outputs.h"
#include "engine/attention/fused_heads.h"
#include "engine/attention/head_adjuster.h"
#include "engine/attention/head_outputs.h"
#include "engine/attention/head_source.h"
#include "engine/attention/head_stage.h"
#include "engine/attention/input_rows.h"
#include "engine/attention/map_stage.h"
#include "engine/attention/merge.h"
#include "engine/attention/project_rows.h"
#include "engine/attention/single_head.h"
#include "engine/attention/stacked_heads.h"
#include "engine/attention/stage_context.h"
#include "engine/attention/warm_up.h"
#include "engine/tensor/tensor.h"

namespace headwise {
class AttentionLayer::Impl {
 public:
  Impl(Engine::Impl& engine, LayerSpec spec, const LayerWeights& weights)
      : engine_(engine),
        spec_(std::move(spec)),
        sinks_(weights.sinks),
        relative_bias_(weights.relative_bias),
        adjuster_(spec_, weights),
        tile_plans_(engine.plans.ForTiles({spec_.head_dim, spec_.value_head_dim()})) {}

  absl::Status Pack(const LayerWeights& weights);
  absl::Status MakePlans();
  void Attend(absl::Span<AttentionTask* const> tasks);

  const LayerSpec& spec() const { return spec_; }
  bool batch_invariant() const {
    return fused_ == nullptr || (fused_->row_invariant() && merge_->row_invariant());
  }
  std::int64_t weights_bytes() const {
    return fused_ == nullptr ? 0 : fused_->weights_bytes() + merge_->weights_bytes();
  }

 private:
  // Tasks of one form, with or without a key_input, under the engine's mutex.
  void AttendAlike(absl::Span<AttentionTask* const> tasks);
  absl::Status RunStages(Batch& batch);
  absl::Status Project(const HeadsForm& form, Batch& batch, ProjectedRows& rows);
  void RunHeads(const StageContext& context, bool merge);
  absl::StatusOr<const HeadsForm*> FormFor(Form form);
  std::optional<DistanceBias> DistanceBiasFor(const Batch& batch) const;

  Engine::Impl& engine_;
  const LayerSpec spec_;
  const std::vector<float> sinks_;
  const std::vector<float> relative_bias_;
  HeadAdjuster adjuster_;  // used under the engine's mutex
  const std::shared_ptr<TilePlans> tile_plans_;
  // Null for a layer without projections.
  std::unique_ptr<FusedHeads> fused_;
  std::unique_ptr<Merge> merge_;
  std::unique_ptr<HeadOutputs> head_outputs_;
  // Made when first asked for, from the fused weights; guarded by the engine's mutex.
  std::unique_ptr<HeadsForm> stacked_;
};

absl::Status AttentionLayer::Impl::Pack(const LayerWeights& weights) {
  std::lock_guard<std::mutex> lock(engine_.mutex);
  auto fused = FusedHeads::Create(engine_.plans, spec_, weights);
  if (!fused.ok()) return fused.status();
  auto merge = Merge::Create(engine_.plans, spec_, weights);
  if (!merge.ok()) return merge.status();
  fused_ = *std::move(fused);
  merge_ = *std::move(merge);
  head_outputs_ = std::make_unique<HeadOutputs>(engine_.plans, spec_, *merge_);
  return absl::OkStatus();
}

absl::Status AttentionLayer::Impl::MakePlans() {
  std::lock_guard<std::mutex> lock(engine_.mutex);
  return tile_plans_->PrepareAll();
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
  batch.RunForAll([&] { return RunStages(batch); });
  batch.Finish();
  // A batch may be too large for the memory where each of its tasks is not.
  if (tasks.size() == 1) return;
  for (AttentionTask* task : tasks) {
    if (absl::IsResourceExhausted(task->status)) AttendAlike({&task, 1});
  }
}

// All distances between a query and a key of the batch.
std::optional<DistanceBias> AttentionLayer::Impl::DistanceBiasFor(const Batch& batch) const {
  std::int64_t before = -1;
  std::int64_t after = -1;
  for (int i = 0; i < batch.task_count(); ++i) {
    const AttentionRequest& request = batch.request(i);
    if (!request.relative_bias) continue;
    before = std::max(before, request.keys() - 1);
    after = std::max(after, request.tokens() - 1);
  }
  if (relative_bias_.empty() || before < 0) return std::nullopt;
  return SpreadRelativeBias(spec_, relative_bias_, before, after);
}

absl::Status AttentionLayer::Impl::RunStages(Batch& batch) {
  FillUnreachedOutputs(batch);
  HeadWork work(batch, spec_.heads);
  const std::optional<DistanceBias> bias = DistanceBiasFor(batch);
  const LayerRules rules{spec_, sinks_, bias ? &*bias : nullptr};
  bool merge = false;
  for (int i = 0; i < batch.task_count(); ++i) merge |= batch.request(i).outputs.context;

  const std::int64_t begin = NowNs();
  std::unique_ptr<const HeadSource> heads;
  if (spec_.input_projection) {
    const absl::StatusOr<const HeadsForm*> form = FormFor(batch.request(0).form);
    if (!form.ok()) return form.status();
    ProjectedRows rows{};
    absl::Status status = Project(**form, batch, rows);
    if (!status.ok()) return status;
    heads = std::make_unique<ProjectedHeads>(**form, rows);
  } else {
    heads = std::make_unique<GivenHeads>(batch, spec_, *engine_.workers, engine_.workspace.inputs);
  }
  const std::int64_t projected = NowNs();
  const StageContext context{rules,
                             *heads,
                             batch,
                             work,
                             *tile_plans_,
                             *engine_.workers,
                             engine_.workspace,
                             engine_.time_heads};
  if (batch.rows() > 0) RunHeads(context, merge);
  const std::int64_t attended = NowNs();
  if (batch.rows() > 0 && merge) merge_->Run(batch, context.workers, context.workspace);
  if (batch.rows() > 0 && head_outputs_ != nullptr) head_outputs_->Run(context);
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
  return absl::OkStatus();
}

// Projects all rows and adjusts them. Panels may reach beyond an operand's last row, so each
// operand's rows are followed by room for one.
absl::Status AttentionLayer::Impl::Project(const HeadsForm& form, Batch& batch,
                                           ProjectedRows& rows) {
  if (batch.rows() == 0) return absl::OkStatus();
  Workspace& workspace = engine_.workspace;
  constexpr std::int64_t kPadding = ProjectionPlans::kMaxHeight;
  rows.first_key_row = batch.cross() ? batch.rows() + kPadding : 0;
  rows.rows =
      batch.cross() ? rows.first_key_row + batch.key_rows() + kPadding : batch.rows() + kPadding;
  workspace.projected.EnsureSize(static_cast<std::size_t>(form.ProjectedFloats(rows.rows)));
  rows.data = workspace.projected.data();

  std::optional<InputRows> inputs[3];
  std::vector<RowProjection> projections;
  for (const ProjectionTarget& target : form.Targets(rows, batch.cross())) {
    const std::int64_t count = batch.RowsOf(target.operand);
    if (count == 0) continue;
    std::optional<InputRows>& input = inputs[static_cast<int>(target.operand)];
    if (!input) {
      input.emplace(batch, target.operand, target.projection->inner(), *engine_.workers,
                    workspace.inputs[static_cast<int>(target.operand)]);
    }
    projections.push_back(
        {target.projection, target.first_block, target.end_block, count,
         [&input](std::int64_t first, std::int64_t height) { return input->At(first, height); },
         [target](std::int64_t first) { return target.base + first * target.stride; }});
  }
  ProjectRows(batch, *engine_.workers, projections);
  adjuster_.Run(form, rows, batch, *engine_.workers);
  return absl::OkStatus();
}

void AttentionLayer::Impl::RunHeads(const StageContext& context, bool merge) {
  const std::int64_t rows = context.batch.rows();
  if (merge) {
    // Panels of the merge may reach beyond the last row; they find zeros there.
    const std::int64_t width = spec_.merged_width();
    context.workspace.merged.EnsureSize(
        static_cast<std::size_t>((rows + ProjectionPlans::kMaxHeight) * width));
    std::fill_n(context.workspace.merged.data() + rows * width, ProjectionPlans::kMaxHeight * width,
                0.0f);
  }
  if (context.work.AnyContribution()) {
    // The same for contributions, head after head.
    const std::int64_t padded = spec_.heads * rows + ProjectionPlans::kMaxHeight;
    context.workspace.head_contexts.EnsureSize(
        static_cast<std::size_t>(padded * spec_.value_head_dim()));
    std::fill_n(context.workspace.head_contexts.data(), padded * spec_.value_head_dim(), 0.0f);
  }
  HeadStage heads(context, merge);
  context.batch.RunForAll([&] { return heads.Prepare(); });
  heads.Run();
  MapStage(context, heads.tiles()).Run();
}

absl::StatusOr<std::unique_ptr<AttentionLayer>> AttentionLayer::Create(
    Engine& engine, LayerSpec spec, const LayerWeights& weights) {
  absl::Status status = CheckWeights(spec, weights);
  if (!status.ok()) return status;
  try {
    auto impl = std::make_unique<Impl>(engine.impl(), std::move(spec), weights);
    auto layer = std::unique_ptr<AttentionLayer>(new AttentionLayer(std::move(impl)));
    // A layer without projections is made for one request and must not wait for others.
    if (!layer->spec().input_projection) return layer;
    status = layer->impl_->Pack(weights);
    if (status.ok()) status = layer->impl_->MakePlans();
    if (status.ok()) status = WarmUp(*layer);
    if (!status.ok()) return status;
    return layer;
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
