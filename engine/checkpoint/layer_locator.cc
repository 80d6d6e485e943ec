#include "engine/checkpoint/layer_locator.h"

#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_finder.h"
#include "engine/checkpoint/layer_sizes.h"
#include "engine/checkpoint/name_pattern.h"

namespace headwise {
namespace {

// Patterns of names that only an attention module of this section has.
std::vector<absl::string_view> TellingNames(const Section& section) {
  std::vector<absl::string_view> names;
  for (const Projection& input : section.inputs) names.push_back(input.weight);
  for (const NamedReason& tensor : section.unsupported) names.push_back(tensor.name);
  return names;
}

std::vector<std::string> ModulePaths(const ArchitectureRow& row, const Section& section) {
  std::vector<std::string> paths;
  for (absl::string_view prefix : row.prefixes) {
    for (absl::string_view module : section.modules) {
      paths.push_back(JoinName(absl::StripSuffix(prefix, "."), module));
    }
  }
  return paths;
}

// A path pattern that fits and the layers found under it.
struct Found {
  std::string path;
  std::set<std::int64_t> layers;
};

std::set<std::int64_t> LayersUnder(const std::string& path,
                                   absl::Span<const absl::string_view> names,
                                   const TensorSource& source) {
  std::set<std::int64_t> layers;
  for (absl::string_view name : names) {
    const std::string pattern = JoinName(path, name);
    for (const StoredTensor& tensor : source.WithPrefix(pattern.substr(0, pattern.find('{')))) {
      const auto numbers = MatchName(pattern, tensor.name());
      if (numbers.has_value()) layers.insert(numbers->layer);
    }
  }
  return layers;
}

// No layers if no path fits.
absl::StatusOr<Found> FindPath(const ArchitectureRow& row, const Section& section,
                               const TensorSource& source) {
  const std::vector<absl::string_view> names = TellingNames(section);
  std::optional<Found> found;
  for (const std::string& path : ModulePaths(row, section)) {
    std::set<std::int64_t> layers = LayersUnder(path, names, source);
    if (layers.empty()) continue;
    if (found.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat(source.name(), ": expected attention under one path, found it under \"",
                       found->path, "\" and \"", path, "\""));
    }
    found = Found{path, std::move(layers)};
  }
  return std::move(found).value_or(Found{});
}

absl::Status CheckNoGap(const Found& found, const TensorSource& source) {
  const std::int64_t last = *found.layers.rbegin();
  if (last >= kMaxLayers) {
    return absl::InvalidArgumentError(absl::StrCat(source.name(), ": expected at most ", kMaxLayers,
                                                   " layers, found layer ", last));
  }
  for (std::int64_t layer = 0; layer < last; ++layer) {
    if (found.layers.count(layer) != 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(source.name(), ": expected ", FillName(found.path, {layer}),
                     ", it is missing though ", FillName(found.path, {last}), " is there"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<LocatedLayer>> LocateLayers(const ArchitectureRow& row,
                                                       const Section& section,
                                                       const TensorSource& source) {
  const absl::StatusOr<Found> found = FindPath(row, section, source);
  if (!found.ok()) return found.status();
  std::vector<LocatedLayer> layers;
  if (found->layers.empty()) return layers;
  if (absl::Status status = CheckNoGap(*found, source); !status.ok()) return status;
  for (std::int64_t index : found->layers) {
    LayerFinder finder(row, section, source, FillName(found->path, {index}), index);
    absl::StatusOr<LocatedLayer> layer = finder.Find();
    if (!layer.ok()) return layer.status();
    layers.push_back(*std::move(layer));
  }
  for (LocatedLayer& layer : layers) layer.relative_bias = layers[0].relative_bias;
  return layers;
}

absl::Status NoLayers(const ArchitectureRow& row, const TensorSource& source) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> expected;
  for (const Section& section : row.sections) {
    for (const std::string& path : ModulePaths(row, section)) {
      expected.push_back(JoinName(path, section.inputs[0].weight));
    }
  }
  const bool more = expected.size() > kShown;
  if (more) expected.resize(kShown);
  std::vector<std::string> found;
  for (const StoredTensor& tensor : source.tensors()) found.push_back(tensor.name());
  return absl::InvalidArgumentError(
      absl::StrCat(source.name(), ": expected ", absl::StrJoin(expected, " or "),
                   more ? " or the like" : "", " for ", row.name, ", found ", ListSome(found)));
}

}  // namespace headwise
