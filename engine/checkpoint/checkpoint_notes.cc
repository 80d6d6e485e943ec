#include "engine/checkpoint/checkpoint_notes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/name_pattern.h"

namespace headwise {
namespace {

std::string NoModelType(const ArchitectureMatch& match, const LayerSpec& first) {
  return absl::StrCat("config.json has no model_type: the tensors' names are those of ",
                      match.row->name, ", ", first.causal ? "causal" : "not causal");
}

std::string PerHeadWidth(const LayerSpec& spec) {
  return absl::StrCat("d_out ", spec.head_dim, " is per head in this checkpoint: ", spec.heads,
                      spec.heads == 1 ? " head gives " : " heads give ", spec.query_width(),
                      " columns");
}

// Where config.json and the tensors disagree on biases; the tensors decide.
std::string BiasNote(const Section& section, const Config& config, const LayerSpec& spec) {
  const std::string field = JoinName(section.scope, section.bias);
  const auto told = config.Bool(field);
  if (section.bias.empty() || !told.ok() || !told->has_value() || **told == spec.input_bias) {
    return "";
  }
  return absl::StrCat("config.json's ", field, " is ", **told ? "true" : "false", ", but the ",
                      section.name, " layers have ", spec.input_bias ? "" : "no ",
                      "biases on queries, keys or values: the tensors decide");
}

bool AnyNameHolds(const TensorSource& source, absl::string_view fragment) {
  const auto tensors = source.tensors();
  return std::any_of(tensors.begin(), tensors.end(), [&](const StoredTensor& tensor) {
    return absl::StrContains(tensor.name(), fragment);
  });
}

// "h.{i}.attn.bias" for "h.11.attn.bias".
std::string WithoutNumbers(const std::string& name) {
  std::vector<std::string> pieces = absl::StrSplit(name, '.');
  for (std::string& piece : pieces) {
    if (std::all_of(piece.begin(), piece.end(), absl::ascii_isdigit)) piece = "{i}";
  }
  return Printable(absl::StrJoin(pieces, "."));
}

}  // namespace

std::vector<std::string> MakeNotes(const ArchitectureMatch& match, const Config& config,
                                   absl::Span<const LayerPlan> layers, const TensorSource& source) {
  std::vector<std::string> notes;
  if (!config.Has("model_type")) notes.push_back(NoModelType(match, layers[0].spec));
  if (config.Has("quantization_config")) {
    notes.push_back("parts of this checkpoint are quantized, its attention is not");
  }
  std::size_t first = 0;  // layer of the section
  for (const LocatedSection& part : match.sections) {
    const LayerSpec& spec = layers[first].spec;
    first += part.layers.size();
    if (part.section->packing == Packing::kPerHead) notes.push_back(PerHeadWidth(spec));
    const std::string note = BiasNote(*part.section, config, spec);
    if (!note.empty()) notes.push_back(note);
  }
  for (const NamedReason& part : match.row->left_out) {
    if (AnyNameHolds(source, part.name)) notes.emplace_back(part.reason);
  }
  return notes;
}

std::vector<SkippedTensors> ListSkipped(const ArchitectureMatch& match,
                                        absl::Span<const LayerPlan> layers,
                                        const TensorSource& source) {
  std::map<std::string, std::int64_t> buffers;
  std::set<absl::string_view> known;
  for (const LayerPlan& layer : layers) {
    for (const TensorPlan& tensor : layer.tensors) known.insert(tensor.tensor.name());
  }
  for (const LocatedSection& part : match.sections) {
    for (const LocatedLayer& layer : part.layers) {
      for (const StoredTensor* buffer : layer.buffers) {
        ++buffers[WithoutNumbers(buffer->name())];
        known.insert(buffer->name());
      }
    }
  }
  std::vector<SkippedTensors> skipped;
  skipped.reserve(buffers.size() + 1);
  for (const auto& [name, count] : buffers) {
    skipped.push_back({name, count, "no weight of the attention: a buffer or a later norm"});
  }
  const auto others = static_cast<std::int64_t>(source.tensors().size() - known.size());
  if (others > 0) {
    skipped.push_back({"all others", others, "outside the attention layers"});
  }
  return skipped;
}

}  // namespace headwise
