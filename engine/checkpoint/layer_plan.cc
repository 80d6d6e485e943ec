#include "engine/checkpoint/layer_plan.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr std::array<Part, 3> kInputParts = {Part::kQuery, Part::kKey, Part::kValue};

std::int64_t Rows(const LayerSizes& sizes, Part part) {
  return part == Part::kQuery ? sizes.query_width() : sizes.kv_width();
}

// The rows of input tensor `index` (in the order of LocatedLayer::inputs).
std::vector<RowBlock> InputBlocks(Packing packing, const LayerSizes& sizes, std::size_t index) {
  if (packing == Packing::kSeparate) {
    return {{kInputParts[index], 0, 0, Rows(sizes, kInputParts[index])}};
  }
  if (packing == Packing::kPerHead) {
    const auto head = static_cast<std::int64_t>(index / kInputParts.size());
    return {{kInputParts[index % kInputParts.size()], 0, head * sizes.head_dim, sizes.head_dim}};
  }
  std::vector<RowBlock> blocks;
  std::int64_t from = 0;
  for (const Part part : kInputParts) {
    blocks.push_back({part, from, 0, Rows(sizes, part)});
    from += Rows(sizes, part);
  }
  return blocks;
}

std::int64_t TotalRows(absl::Span<const RowBlock> blocks) {
  std::int64_t rows = 0;
  for (const RowBlock& block : blocks) rows += block.rows;
  return rows;
}

std::vector<std::int64_t> ExpectedDims(const TensorPlan& plan) {
  if (plan.is_bias) return {plan.out};
  if (plan.storage == Storage::kInOut) return {plan.in, plan.out};
  return {plan.out, plan.in};
}

std::string FileAndName(const StoredTensor& tensor) {
  return absl::StrCat(tensor.file->name(), ": ", Printable(tensor.name()));
}

absl::Status CheckDTypes(absl::Span<const TensorPlan> plans) {
  for (const TensorPlan& plan : plans) {
    const TensorEntry& entry = *plan.tensor.entry;
    if (entry.dtype.has_value() && IsAttentionFloat(*entry.dtype)) continue;
    return absl::UnimplementedError(absl::StrCat(FileAndName(plan.tensor), ": dtype ",
                                                 entry.dtype_name,
                                                 " is not supported, expected F32, F16 or BF16"));
  }
  return absl::OkStatus();
}

absl::Status CheckShapes(absl::Span<const TensorPlan> plans) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> wrong;
  for (const TensorPlan& plan : plans) {
    const std::vector<std::int64_t> expected = ExpectedDims(plan);
    const auto found = plan.tensor.entry->shape.dims();
    if (found == absl::MakeConstSpan(expected)) continue;
    wrong.push_back(absl::StrCat(FileAndName(plan.tensor), ": expected ", FormatDims(expected),
                                 ", found ", FormatDims(found)));
  }
  if (wrong.empty()) return absl::OkStatus();
  const std::size_t more = wrong.size() > kShown ? wrong.size() - kShown : 0;
  wrong.resize(wrong.size() - more);
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(wrong, "; "), more > 0 ? absl::StrCat("; and ", more, " more") : ""));
}

// Of one kind of projection, either all heads have a bias or none.
absl::Status CheckBiasesOfHeads(const ArchitectureRow& row, const LocatedLayer& layer) {
  for (std::size_t i = row.inputs.size(); i < layer.inputs.size(); ++i) {
    const LocatedProjection& first = layer.inputs[i % row.inputs.size()];
    const LocatedProjection& other = layer.inputs[i];
    if ((first.bias == nullptr) == (other.bias == nullptr)) continue;
    return absl::InvalidArgumentError(absl::StrCat(FileAndName(*other.weight), ": expected ",
                                                   first.bias == nullptr ? "no bias" : "a bias",
                                                   " as for ", Printable(first.weight->name())));
  }
  return absl::OkStatus();
}

// The factor on Q K^T.
absl::StatusOr<double> Scale(const ScaleRule& rule, const Config& config, const LocatedLayer& layer,
                             std::int64_t head_dim) {
  bool enabled = true;
  bool inverse_layer = false;
  for (const auto& [field, flag] :
       {std::pair(rule.enabled, &enabled), std::pair(rule.inverse_layer, &inverse_layer)}) {
    if (field.empty()) continue;
    const auto value = config.Bool(field);
    if (!value.ok()) return value.status();
    *flag = value->value_or(*flag);
  }
  const double scale = enabled ? 1.0 / std::sqrt(static_cast<double>(head_dim)) : 1.0;
  return inverse_layer ? scale / static_cast<double>(layer.index + 1) : scale;
}

// Adds a projection's matrix and bias.
void AddProjection(const LocatedProjection& projection, Storage storage, std::int64_t in,
                   std::vector<RowBlock> blocks, std::vector<TensorPlan>& plans) {
  const std::int64_t out = TotalRows(blocks);
  plans.push_back({*projection.weight, false, storage, out, in, blocks});
  if (projection.bias == nullptr) return;
  plans.push_back({*projection.bias, true, Storage::kOutIn, out, 1, std::move(blocks)});
}

absl::StatusOr<LayerSpec> MakeSpec(const ArchitectureRow& row, const Config& config,
                                   const LayerSizes& sizes, const LocatedLayer& layer) {
  const absl::StatusOr<double> scale = Scale(row.scale, config, layer, sizes.head_dim);
  if (!scale.ok()) return scale.status();
  LayerSpec spec;
  spec.module = layer.module;
  spec.d_model = sizes.width;
  spec.heads = sizes.heads;
  spec.kv_heads = sizes.kv_heads;
  spec.head_dim = sizes.head_dim;
  spec.scale = *scale;
  spec.causal = row.causal;
  for (const LocatedProjection& input : layer.inputs) {
    spec.input_bias = spec.input_bias || input.bias != nullptr;
  }
  spec.output_projection = layer.output.weight != nullptr;
  spec.output_bias = layer.output.bias != nullptr;
  const bool model_wide = spec.output_projection && row.output_width == OutputWidth::kModel;
  spec.d_out = model_wide ? sizes.width : sizes.query_width();
  return spec;
}

}  // namespace

absl::StatusOr<LayerPlan> PlanLayer(const ArchitectureRow& row, const Config& config,
                                    const LayerSizes& sizes, const LocatedLayer& layer) {
  absl::StatusOr<LayerSpec> spec = MakeSpec(row, config, sizes, layer);
  if (!spec.ok()) return spec.status();
  LayerPlan plan;
  plan.spec = *std::move(spec);
  for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
    AddProjection(layer.inputs[i], row.input_storage, sizes.width,
                  InputBlocks(row.packing, sizes, i), plan.tensors);
  }
  if (plan.spec.output_projection) {
    AddProjection(layer.output, row.output_storage, sizes.query_width(),
                  {{Part::kOutput, 0, 0, plan.spec.d_out}}, plan.tensors);
  }
  if (absl::Status status = CheckShapes(plan.tensors); !status.ok()) return status;
  if (absl::Status status = CheckDTypes(plan.tensors); !status.ok()) return status;
  if (absl::Status status = CheckBiasesOfHeads(row, layer); !status.ok()) return status;
  return plan;
}

}  // namespace headwise
