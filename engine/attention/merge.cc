#include "engine/attention/merge.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/attention/project_rows.h"

namespace headwise {
namespace {

constexpr std::int64_t kChunk = 64;

// Copies rows to the tasks' outputs, narrowed to their types.
void WriteOut(Batch& batch, WorkerPool& workers, std::int64_t first, const float* rows,
              std::int64_t width) {
  const std::int64_t count = batch.rows() - first;
  const auto spread =
      count > 2 * kChunk ? WorkerPool::Spread::kAllWorkers : WorkerPool::Spread::kCallerOnly;
  workers.Run((count + kChunk - 1) / kChunk, spread, [&](int, std::int64_t chunk) {
    const std::int64_t begin = first + chunk * kChunk;
    batch.WriteContext(begin, std::min(kChunk, batch.rows() - begin),
                       rows + (begin - first) * width);
  });
}

}  // namespace

absl::StatusOr<std::unique_ptr<Merge>> Merge::Create(const ProjectionMaker& maker,
                                                     const LayerSpec& spec,
                                                     const LayerWeights& weights) {
  auto merge = std::unique_ptr<Merge>(new Merge(spec));
  if (!spec.output_projection) return merge;
  const ProjectionPart part{spec.d_out, weights.output.data(),
                            spec.output_bias ? weights.output_bias.data() : nullptr};
  auto projection = maker.Make(spec.merged_width(), {&part, 1}, spec.d_out);
  if (!projection.ok()) return projection.status();
  merge->projection_ = *std::move(projection);
  return merge;
}

void Merge::Run(Batch& batch, WorkerPool& workers, Workspace& workspace) const {
  if (projection_ != nullptr) return ProjectOut(batch, workers, workspace);
  WriteOut(batch, workers, 0, workspace.merged.data(), width_);
}

absl::StatusOr<std::vector<float>> Merge::Unpack() const {
  std::vector<float> matrix(static_cast<std::size_t>(d_out_ * width_));
  absl::Status status = projection_->Unpack(matrix.data());
  if (!status.ok()) return status;
  return matrix;
}

void Merge::ProjectOut(Batch& batch, WorkerPool& workers, Workspace& workspace) const {
  // A panel may write beyond its rows, so the last one cannot write in place unless it is full.
  const std::int64_t panel = overhang() == 0 ? 1 : projection_->panel_rows();
  const std::int64_t full = batch.rows() / panel * panel;
  float* in_place = full > 0 ? batch.ContextInPlace(0, full) : nullptr;
  const std::int64_t copied_from = in_place == nullptr ? 0 : full;
  workspace.context.EnsureSize(
      static_cast<std::size_t>((batch.rows() - copied_from + overhang()) * d_out_));

  const RowProjection projection{
      projection_.get(),
      0,
      projection_->blocks(),
      batch.rows(),
      [&](std::int64_t first, std::int64_t) { return workspace.merged.data() + first * width_; },
      [&](std::int64_t first) {
        return first < copied_from ? in_place + first * d_out_
                                   : workspace.context.data() + (first - copied_from) * d_out_;
      }};
  ProjectRows(batch, workers, {&projection, 1});
  if (copied_from < batch.rows()) {
    WriteOut(batch, workers, copied_from, workspace.context.data(), d_out_);
  }
}

}  // namespace headwise
