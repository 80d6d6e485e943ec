#include "engine/attention/head_outputs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/attention/project_rows.h"
#include "engine/tensor/convert.h"

namespace headwise {

absl::Status HeadOutputs::Pack(const std::vector<float>& all, int head) {
  const std::int64_t width = spec_.value_head_dim();
  const std::int64_t stride = spec_.merged_width();
  std::vector<float> slice(static_cast<std::size_t>(spec_.d_out * width));
  for (std::int64_t out = 0; out < spec_.d_out; ++out) {
    std::copy_n(all.data() + out * stride + head * width, width, slice.data() + out * width);
  }
  const ProjectionPart part{spec_.d_out, slice.data(), nullptr};
  auto packed = maker_.Make(width, {&part, 1}, spec_.d_out);
  if (!packed.ok()) return packed.status();
  slices_[head] = *std::move(packed);
  return absl::OkStatus();
}

// Unpacks the output projection once for all heads that are new.
absl::Status HeadOutputs::PackWanted(const HeadWork& work) {
  std::vector<int> missing;
  for (int head = 0; head < static_cast<int>(spec_.heads); ++head) {
    if (work.ContributionWanted(head) && slices_[head] == nullptr) missing.push_back(head);
  }
  if (missing.empty() || !spec_.output_projection) return absl::OkStatus();
  const auto all = merge_.Unpack();
  if (!all.ok()) return all.status();
  for (int head : missing) {
    absl::Status status = Pack(*all, head);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void HeadOutputs::Run(const StageContext& context) {
  context.batch.RunForAll([&] { return PackWanted(context.work); });
  for (int head = 0; head < static_cast<int>(spec_.heads); ++head) {
    if (!context.work.ContributionWanted(head)) continue;
    context.batch.RunForAll([&] {
      absl::Status status = Project(context, head);
      if (status.ok()) Write(context, head);
      return status;
    });
  }
}

absl::Status HeadOutputs::Project(const StageContext& context, int head) {
  const std::int64_t rows = context.batch.rows();
  context.workspace.context.EnsureSize(
      static_cast<std::size_t>((rows + merge_.overhang()) * spec_.d_out));
  if (!spec_.output_projection) {
    PlaceInColumns(context, head);
    return absl::OkStatus();
  }
  const std::int64_t width = spec_.value_head_dim();
  const float* contexts = context.workspace.head_contexts.data() + head * rows * width;
  float* results = context.workspace.context.data();
  const Projection& slice = *slices_[head];
  const RowProjection projection{
      &slice,
      0,
      slice.blocks(),
      rows,
      [=](std::int64_t first, std::int64_t) { return contexts + first * width; },
      [=](std::int64_t first) { return results + first * spec_.d_out; }};
  ProjectRows(context.batch, context.workers, {&projection, 1});
  return absl::OkStatus();
}

// Without output projection a head's columns are its contribution.
void HeadOutputs::PlaceInColumns(const StageContext& context, int head) const {
  const std::int64_t rows = context.batch.rows();
  const std::int64_t width = spec_.value_head_dim();
  const float* from = context.workspace.head_contexts.data() + head * rows * width;
  float* to = context.workspace.context.data();
  std::fill_n(to, rows * spec_.d_out, 0.0f);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::copy_n(from + row * width, width, to + row * spec_.d_out + head * width);
  }
}

void HeadOutputs::Write(const StageContext& context, int head) const {
  for (const Sequence& sequence : context.batch.sequences()) {
    const int index = context.work.ContributionIndex(sequence.task, head);
    if (index < 0) continue;
    const MutableTensorView& to = context.batch.task(sequence.task).outputs.contributions;
    const std::int64_t first =
        (sequence.b * to.shape().dim(1) + index) * to.shape().dim(2) * spec_.d_out;
    NarrowFromFloat(to.dtype(), context.workspace.context.data() + sequence.query_row * spec_.d_out,
                    sequence.queries * spec_.d_out, to.data() + first * ByteWidth(to.dtype()));
  }
}

}  // namespace headwise
