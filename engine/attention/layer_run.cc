#include "engine/attention/layer_run.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/attention/fill_outputs.h"
#include "engine/attention/head_stage.h"
#include "engine/attention/input_rows.h"
#include "engine/attention/map_stage.h"
#include "engine/attention/project_rows.h"

namespace headwise {
namespace {

// As many of the first units as keep their tiles within bounds, at least one. So the memory of
// tiles follows the longest sequence and not the batch.
std::size_t UnitsAtOnce(const StageContext& context, absl::Span<const HeadUnit> units) {
  constexpr std::int64_t kMostFloats = std::int64_t{4} << 20;
  constexpr std::size_t kMostUnits = 4096;
  std::int64_t floats = 0;
  std::size_t count = 0;
  for (; count < std::min(units.size(), kMostUnits); ++count) {
    const std::int64_t keys = context.batch.sequences()[units[count].sequence].keys;
    floats += keys * (context.widths.head_dim + context.widths.value_dim);
    if (count > 0 && floats > kMostFloats) break;
  }
  return count;
}

}  // namespace

LayerRun::LayerRun(Engine::Impl& engine, PackedLayer& layer, Batch& batch)
    : engine_(engine), layer_(layer), batch_(batch) {
  for (int i = 0; i < batch.task_count(); ++i) wants_context_ |= batch.request(i).outputs.context;
}

absl::Status LayerRun::Run() {
  FillUnreachedOutputs(batch_);
  HeadWork work(batch_, layer_.spec().heads);
  const std::optional<DistanceBias> bias = DistanceBiasOfBatch();
  const LayerRules rules{layer_.spec(), layer_.sinks(), bias ? &*bias : nullptr};
  const std::int64_t begin = NowNs();
  std::int64_t projected = begin;
  std::int64_t attended = begin;
  if (batch_.rows() > 0) {
    auto heads = MakeHeads();
    if (!heads.ok()) return heads.status();
    projected = NowNs();
    const StageContext context{rules,
                               **heads,
                               batch_,
                               work,
                               {layer_.spec().head_dim, layer_.spec().value_head_dim()},
                               *engine_.workers,
                               engine_.workspace,
                               engine_.time_heads};
    RunHeads(context);
    attended = NowNs();
    MergeHeads(context);
  }
  SetTimings(begin, projected, attended);
  work.ReportTimes(batch_);
  return absl::OkStatus();
}

// All distances between a query and a key of the batch.
std::optional<DistanceBias> LayerRun::DistanceBiasOfBatch() const {
  std::int64_t before = -1;
  std::int64_t after = -1;
  for (int i = 0; i < batch_.task_count(); ++i) {
    const AttentionRequest& request = batch_.request(i);
    if (!request.relative_bias) continue;
    before = std::max(before, request.keys() - 1);
    after = std::max(after, request.tokens() - 1);
  }
  if (layer_.relative_bias().empty() || before < 0) return std::nullopt;
  return SpreadRelativeBias(layer_.spec(), layer_.relative_bias(), before, after);
}

absl::StatusOr<std::unique_ptr<const HeadSource>> LayerRun::MakeHeads() {
  if (!layer_.spec().input_projection) {
    return std::make_unique<const GivenHeads>(batch_, layer_.spec(), *engine_.workers,
                                              engine_.workspace.inputs);
  }
  const absl::StatusOr<const HeadsForm*> form = layer_.FormFor(batch_.request(0).form);
  if (!form.ok()) return form.status();
  const ProjectedRows rows = MakeRoom(**form);
  Project(**form, rows);
  layer_.adjuster().Run(**form, rows, batch_, *engine_.workers);
  return std::make_unique<const ProjectedHeads>(**form, rows);
}

ProjectedRows LayerRun::MakeRoom(const HeadsForm& form) {
  const std::int64_t overhang = form.overhang();
  ProjectedRows rows{nullptr, batch_.rows() + overhang, 0};
  if (batch_.cross()) {
    rows.first_key_row = rows.rows;
    rows.rows += batch_.key_rows() + overhang;
  }
  AlignedBuffer<float>& projected = engine_.workspace.projected;
  projected.EnsureSize(static_cast<std::size_t>(form.ProjectedFloats(rows.rows)));
  rows.data = projected.data();
  return rows;
}

void LayerRun::Project(const HeadsForm& form, const ProjectedRows& rows) {
  std::optional<InputRows> inputs[3];
  std::vector<RowProjection> projections;
  for (const ProjectionTarget& target : form.Targets(rows, batch_.cross())) {
    const std::int64_t count = batch_.RowsOf(target.operand);
    if (count == 0) continue;
    const auto operand = static_cast<int>(target.operand);
    std::optional<InputRows>& input = inputs[operand];
    if (!input) {
      input.emplace(batch_, target.operand, target.projection->inner(), form.overhang(),
                    *engine_.workers, engine_.workspace.inputs[operand]);
    }
    projections.push_back(
        {target.projection, target.first_block, target.end_block, count,
         [&input](std::int64_t first, std::int64_t height) { return input->At(first, height); },
         [target](std::int64_t first) { return target.base + first * target.stride; }});
  }
  ProjectRows(batch_, *engine_.workers, projections);
}

void LayerRun::RunHeads(const StageContext& context) {
  const std::int64_t rows = batch_.rows();
  const std::int64_t overhang = layer_.merge() == nullptr ? 0 : layer_.merge()->overhang();
  Workspace& workspace = context.workspace;
  if (wants_context_) {
    // The merge's panels find zeros beyond the last row.
    const std::int64_t width = layer_.spec().merged_width();
    workspace.merged.EnsureSize(static_cast<std::size_t>((rows + overhang) * width));
    std::fill_n(workspace.merged.data() + rows * width, overhang * width, 0.0f);
  }
  if (context.work.AnyContribution()) {
    const std::int64_t floats =
        (layer_.spec().heads * rows + overhang) * layer_.spec().value_head_dim();
    workspace.head_contexts.EnsureSize(static_cast<std::size_t>(floats));
    std::fill_n(workspace.head_contexts.data(), floats, 0.0f);
  }
  workspace.states.resize(layer_.spec().heads * rows);
  const std::vector<HeadUnit> units = Units(context);
  for (absl::Span<const HeadUnit> rest = units; !rest.empty();) {
    const absl::Span<const HeadUnit> some = rest.first(UnitsAtOnce(context, rest));
    HeadStage heads(context, some, wants_context_);
    heads.Run();
    MapStage(context, some, heads.tiles()).Run();
    rest.remove_prefix(some.size());
  }
}

// The groups of each batch start with another one: whichever comes first finds the caches cold, and
// that must not always be head 0.
std::vector<HeadUnit> LayerRun::Units(const StageContext& context) const {
  const int groups = context.heads.kv_groups();
  const auto first = static_cast<int>(context.workspace.batches++ % groups);
  std::vector<HeadUnit> units;
  for (int sequence = 0; sequence < static_cast<int>(batch_.sequences().size()); ++sequence) {
    for (int i = 0; i < groups; ++i) units.push_back({sequence, (first + i) % groups});
  }
  // Those without work last, so that the others are spread evenly over the workers.
  std::stable_partition(units.begin(), units.end(),
                        [&](const HeadUnit& unit) { return context.Needed(unit); });
  return units;
}

void LayerRun::MergeHeads(const StageContext& context) {
  if (wants_context_) layer_.merge()->Run(batch_, context.workers, context.workspace);
  if (layer_.head_outputs() != nullptr) layer_.head_outputs()->Run(context);
}

void LayerRun::SetTimings(std::int64_t begin, std::int64_t projected, std::int64_t attended) {
  const std::int64_t merged = NowNs();
  for (int i = 0; i < batch_.task_count(); ++i) {
    TaskTimings& timings = batch_.task(i).timings;
    timings.input_projection_ns = projected - begin;
    timings.attention_ns = attended - projected;
    timings.output_projection_ns = std::max<std::int64_t>(0, merged - attended);
    timings.batch_tasks = batch_.task_count();
    timings.batch_tokens = batch_.rows();
  }
}

}  // namespace headwise
