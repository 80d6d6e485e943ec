#include "engine/checkpoint/architecture.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/layer_sizes.h"

namespace headwise {
namespace {

// How quantizers name what they add to a weight.
constexpr absl::string_view kQuantizedEndings[] = {
    ".qweight", ".qzeros",        ".scales",        ".weight_scale", ".weight_scale_inv",
    ".g_idx",   ".weight_packed", ".weight.absmax", ".SCB",          ".weight.quant_map"};

std::string SupportedTypes() {
  std::vector<absl::string_view> types;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    types.insert(types.end(), row.model_types.begin(), row.model_types.end());
  }
  return absl::StrJoin(types, ", ");
}

// The row of config.json's model_type; null if it names none.
absl::StatusOr<const ArchitectureRow*> RowOfModelType(const Config& config) {
  const auto model_type = config.String("model_type");
  if (!model_type.ok()) return model_type.status();
  if (!model_type->has_value()) return nullptr;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    const auto& types = row.model_types;
    if (std::find(types.begin(), types.end(), **model_type) != types.end()) return &row;
  }
  return absl::UnimplementedError(
      absl::StrCat("config.json: model_type \"", Printable(**model_type),
                   "\" is not supported, expected one of ", SupportedTypes()));
}

absl::Status CheckNotQuantized(const TensorSource& source) {
  for (const StoredTensor& tensor : source.tensors()) {
    for (absl::string_view ending : kQuantizedEndings) {
      if (!absl::EndsWith(tensor.name(), ending)) continue;
      return absl::UnimplementedError(
          absl::StrCat(tensor.file->name(), ": quantized checkpoints are not supported, found ",
                       Printable(tensor.name())));
    }
  }
  return absl::OkStatus();
}

// A row and the layers that its names find.
struct Match {
  const ArchitectureRow* row = nullptr;
  std::vector<LocatedLayer> layers;
};

absl::Status NoSingleMatch(absl::Span<const Match> matches) {
  if (matches.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("config.json: add model_type, the tensors' names do not tell it; one of ",
                     SupportedTypes()));
  }
  std::vector<absl::string_view> names;
  for (const Match& match : matches) names.push_back(match.row->name);
  return absl::InvalidArgumentError(absl::StrCat(
      "config.json: add model_type, the tensors' names fit ", absl::StrJoin(names, " and ")));
}

absl::StatusOr<Match> MatchByNames(const TensorSource& source) {
  std::vector<Match> matches;
  for (const ArchitectureRow& row : ArchitectureTable()) {
    if (!row.found_by_names) continue;
    absl::StatusOr<std::vector<LocatedLayer>> layers = LocateLayers(row, source);
    if (absl::IsUnimplemented(layers.status())) return layers.status();
    if (layers.ok()) matches.push_back({&row, *std::move(layers)});
  }
  if (matches.size() != 1) return NoSingleMatch(matches);
  return std::move(matches[0]);
}

absl::StatusOr<Match> FindMatch(const Config& config, const TensorSource& source) {
  const absl::StatusOr<const ArchitectureRow*> row = RowOfModelType(config);
  if (!row.ok()) return row.status();
  if (*row == nullptr) return MatchByNames(source);
  absl::StatusOr<std::vector<LocatedLayer>> layers = LocateLayers(**row, source);
  if (!layers.ok()) return layers.status();
  return Match{*row, *std::move(layers)};
}

std::vector<std::string> Notes(const Match& match, const Config& config, const LayerSpec& spec,
                               const TensorSource& source) {
  std::vector<std::string> notes;
  const ArchitectureRow& row = *match.row;
  if (!config.Has("model_type")) {
    notes.push_back(absl::StrCat("config.json has no model_type: the tensors' names are those of ",
                                 row.name, ", ", row.causal ? "causal" : "not causal"));
  }
  if (row.packing == Packing::kPerHead) {
    notes.push_back(absl::StrCat(
        "d_out ", spec.head_dim, " is per head in this checkpoint: ", spec.heads,
        spec.heads == 1 ? " head gives " : " heads give ", spec.query_width(), " columns"));
  }
  for (const NamedReason& part : row.left_out) {
    const auto tensors = source.tensors();
    const bool found = std::any_of(tensors.begin(), tensors.end(), [&](const StoredTensor& tensor) {
      return absl::StrContains(tensor.name(), part.name);
    });
    if (found) notes.emplace_back(part.reason);
  }
  return notes;
}

}  // namespace

absl::Status CheckModelType(const Config& config) {
  if (config.Has("quantization_config")) {
    return absl::UnimplementedError(
        "config.json: quantized checkpoints are not supported, found quantization_config");
  }
  return RowOfModelType(config).status();
}

absl::StatusOr<CheckpointPlan> PlanCheckpoint(const Config& config, const TensorSource& source) {
  if (absl::Status status = CheckModelType(config); !status.ok()) return status;
  if (absl::Status status = CheckNotQuantized(source); !status.ok()) return status;
  const absl::StatusOr<Match> match = FindMatch(config, source);
  if (!match.ok()) return match.status();
  const absl::StatusOr<ConfigSizes> sizes = ReadConfigSizes(*match->row, config);
  if (!sizes.ok()) return sizes.status();
  const auto layers = static_cast<std::int64_t>(match->layers.size());
  if (absl::Status status = CheckLayerCount(*sizes, layers); !status.ok()) return status;
  CheckpointPlan plan;
  plan.architecture = std::string(match->row->name);
  for (const LocatedLayer& layer : match->layers) {
    const absl::StatusOr<LayerSizes> layer_sizes = ResolveSizes(*match->row, *sizes, layer);
    if (!layer_sizes.ok()) return layer_sizes.status();
    absl::StatusOr<LayerPlan> layer_plan = PlanLayer(*match->row, config, *layer_sizes, layer);
    if (!layer_plan.ok()) return layer_plan.status();
    plan.layers.push_back(*std::move(layer_plan));
  }
  plan.notes = Notes(*match, config, plan.layers[0].spec, source);
  return plan;
}

}  // namespace headwise
