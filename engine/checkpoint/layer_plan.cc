#include "engine/checkpoint/layer_plan.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_rules.h"
#include "engine/checkpoint/tensor_plans.h"

namespace headwise {
namespace {

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
    const auto found = plan.tensor.entry->shape.dims();
    if (found == absl::MakeConstSpan(plan.dims)) continue;
    wrong.push_back(absl::StrCat(FileAndName(plan.tensor), ": expected ", FormatDims(plan.dims),
                                 ", found ", FormatDims(found)));
  }
  if (wrong.empty()) return absl::OkStatus();
  const std::size_t more = wrong.size() > kShown ? wrong.size() - kShown : 0;
  wrong.resize(wrong.size() - more);
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(wrong, "; "), more > 0 ? absl::StrCat("; and ", more, " more") : ""));
}

// Of one kind of projection, either all heads have a bias or none.
absl::Status CheckBiasesOfHeads(const Section& section, const LocatedLayer& layer) {
  for (std::size_t i = section.inputs.size(); i < layer.inputs.size(); ++i) {
    const LocatedProjection& first = layer.inputs[i % section.inputs.size()];
    const LocatedProjection& other = layer.inputs[i];
    if ((first.bias == nullptr) == (other.bias == nullptr)) continue;
    return absl::InvalidArgumentError(absl::StrCat(FileAndName(*other.weight), ": expected ",
                                                   first.bias == nullptr ? "no bias" : "a bias",
                                                   " as for ", Printable(first.weight->name())));
  }
  return absl::OkStatus();
}

void SetShape(const Section& section, const LayerSizes& sizes, const LocatedLayer& layer,
              LayerSpec& spec) {
  spec.module = layer.module;
  spec.d_model = sizes.width;
  if (sizes.key_width != sizes.width) spec.key_d_model = sizes.key_width;
  if (sizes.value_width != sizes.key_width) spec.value_d_model = sizes.value_width;
  spec.heads = sizes.heads;
  spec.kv_heads = sizes.kv_heads;
  spec.head_dim = sizes.head_dim;
  spec.cross = section.cross;
  spec.input_bias = layer.joint_bias != nullptr;
  for (const LocatedProjection& input : layer.inputs) {
    spec.input_bias = spec.input_bias || input.bias != nullptr;
  }
  spec.output_projection = layer.output.weight != nullptr;
  spec.output_bias = layer.output.bias != nullptr;
  spec.sinks = layer.sinks != nullptr;
  const bool model_wide = spec.output_projection && section.output_width == OutputWidth::kModel;
  spec.d_out = model_wide ? sizes.width : sizes.query_rows();
}

}  // namespace

absl::StatusOr<LayerPlan> PlanLayer(const ArchitectureRow& row, const Section& section,
                                    const Config& config, const LayerSizes& sizes,
                                    const LocatedLayer& layer) {
  LayerPlan plan;
  SetShape(section, sizes, layer, plan.spec);
  absl::Status status = ApplyRules(row, section, config, layer, plan.spec);
  if (!status.ok()) return status;
  absl::StatusOr<std::vector<TensorPlan>> tensors = PlanTensors(section, sizes, layer, plan.spec);
  if (!tensors.ok()) return tensors.status();
  plan.tensors = *std::move(tensors);
  if (status = CheckShapes(plan.tensors); !status.ok()) return status;
  if (status = CheckDTypes(plan.tensors); !status.ok()) return status;
  if (status = CheckBiasesOfHeads(section, layer); !status.ok()) return status;
  return plan;
}

}  // namespace headwise
