#include "engine/checkpoint/architecture.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/architecture_match.h"
#include "engine/checkpoint/checkpoint_notes.h"
#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_sizes.h"

namespace headwise {
namespace {

// How quantizers name what they add to a weight.
constexpr absl::string_view kQuantizedEndings[] = {
    ".qweight", ".qzeros",        ".scales",        ".weight_scale", ".weight_scale_inv",
    ".g_idx",   ".weight_packed", ".weight.absmax", ".SCB",          ".weight.quant_map"};

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

// Quantizers may leave attention as it was, and then say so.
bool LeavesAttentionAlone(const Config& config) {
  const auto modules = config.Strings("quantization_config.modules_to_not_convert");
  if (!modules.ok() || !modules->has_value()) return false;
  return std::any_of((*modules)->begin(), (*modules)->end(), [](const std::string& module) {
    return absl::EndsWith(module, "attn") || absl::EndsWith(module, "attention");
  });
}

// The object of config.json that holds the section's fields.
absl::StatusOr<Config> SectionConfig(const Section& section, const Config& config) {
  if (section.scope.empty()) return config;
  absl::StatusOr<std::optional<Config>> object = config.Object(section.scope);
  if (!object.ok()) return object.status();
  if (object->has_value()) return **std::move(object);
  return ConfigError("add ", config.Path(section.scope), ", it describes the ", section.name,
                     " layers");
}

absl::Status PlanSection(const ArchitectureRow& row, const LocatedSection& part,
                         const Config& whole, std::vector<LayerPlan>& plans) {
  const Section& section = *part.section;
  const absl::StatusOr<Config> config = SectionConfig(section, whole);
  if (!config.ok()) return config.status();
  const absl::StatusOr<ConfigSizes> given = ReadConfigSizes(section.fields, *config);
  if (!given.ok()) return given.status();
  const auto layers = static_cast<std::int64_t>(part.layers.size());
  if (absl::Status status = CheckLayerCount(*given, layers); !status.ok()) return status;
  for (const LocatedLayer& layer : part.layers) {
    const absl::StatusOr<LayerSizes> sizes = ResolveSizes(row, section, *given, layer);
    if (!sizes.ok()) return sizes.status();
    absl::StatusOr<LayerPlan> plan = PlanLayer(row, section, *config, *sizes, layer);
    if (!plan.ok()) return plan.status();
    plans.push_back(*std::move(plan));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckModelType(const Config& config, absl::Span<const ArchitectureRow> table) {
  if (config.Has("quantization_config") && !LeavesAttentionAlone(config)) {
    return absl::UnimplementedError(
        "config.json: quantized checkpoints are not supported, found quantization_config");
  }
  return CandidateRows(table, config).status();
}

absl::StatusOr<CheckpointPlan> PlanCheckpoint(const Config& config, const TensorSource& source,
                                              absl::Span<const ArchitectureRow> table) {
  if (absl::Status status = CheckModelType(config, table); !status.ok()) return status;
  if (absl::Status status = CheckNotQuantized(source); !status.ok()) return status;
  const absl::StatusOr<ArchitectureMatch> match = MatchArchitecture(table, config, source);
  if (!match.ok()) return match.status();
  CheckpointPlan plan;
  plan.architecture = std::string(match->row->name);
  for (const LocatedSection& part : match->sections) {
    const absl::Status status = PlanSection(*match->row, part, config, plan.layers);
    if (!status.ok()) return status;
  }
  plan.notes = MakeNotes(*match, config, plan.layers, source);
  plan.skipped = ListSkipped(*match, plan.layers, source);
  return plan;
}

}  // namespace headwise
