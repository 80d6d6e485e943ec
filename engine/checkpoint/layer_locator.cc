#include "engine/checkpoint/layer_locator.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_sizes.h"
#include "engine/checkpoint/name_pattern.h"

namespace headwise {
namespace {

// Patterns of names that only an attention module of this row has.
std::vector<absl::string_view> TellingNames(const ArchitectureRow& row) {
  std::vector<absl::string_view> names;
  for (const Projection& input : row.inputs) names.push_back(input.weight);
  for (const NamedReason& tensor : row.unsupported) names.push_back(tensor.name);
  return names;
}

std::vector<std::string> ModulePaths(const ArchitectureRow& row) {
  std::vector<std::string> paths;
  for (absl::string_view prefix : row.prefixes) {
    for (absl::string_view module : row.modules) {
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

std::vector<std::string> Names(absl::Span<const StoredTensor> tensors) {
  std::vector<std::string> names;
  for (const StoredTensor& tensor : tensors) names.push_back(tensor.name());
  return names;
}

absl::Status NothingFits(const ArchitectureRow& row, absl::Span<const std::string> paths,
                         const TensorSource& source) {
  std::vector<std::string> expected;
  for (const std::string& path : paths) expected.push_back(JoinName(path, row.inputs[0].weight));
  return absl::InvalidArgumentError(absl::StrCat(source.name(), ": expected ",
                                                 absl::StrJoin(expected, " or "), " for ", row.name,
                                                 ", found ", ListSome(Names(source.tensors()))));
}

absl::StatusOr<Found> FindPath(const ArchitectureRow& row, const TensorSource& source) {
  const std::vector<std::string> paths = ModulePaths(row);
  const std::vector<absl::string_view> names = TellingNames(row);
  std::optional<Found> found;
  for (const std::string& path : paths) {
    std::set<std::int64_t> layers = LayersUnder(path, names, source);
    if (layers.empty()) continue;
    if (found.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat(source.name(), ": expected attention under one path, found it under \"",
                       found->path, "\" and \"", path, "\""));
    }
    found = Found{path, std::move(layers)};
  }
  if (!found.has_value()) return NothingFits(row, paths, source);
  return *std::move(found);
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

// Looks a layer's tensors up and remembers which were used and which are missing.
class LayerFinder {
 public:
  LayerFinder(const ArchitectureRow& row, const TensorSource& source, std::string module,
              std::int64_t index)
      : row_(row), source_(source) {
    layer_.index = index;
    layer_.module = std::move(module);
  }

  absl::StatusOr<LocatedLayer> Find() {
    if (absl::Status status = CheckSupported(); !status.ok()) return status;
    const std::int64_t modules = row_.packing == Packing::kPerHead ? CountHeads() : 1;
    for (std::int64_t head = 0; head < modules; ++head) {
      for (const Projection& input : row_.inputs) {
        layer_.inputs.push_back(Look(input, head, /*required=*/true));
      }
    }
    if (row_.output_rule != OutputRule::kNone) {
      layer_.output = Look(row_.output, 0, row_.output_rule == OutputRule::kRequired);
    }
    if (!missing_.empty()) return Missing();
    if (absl::Status status = CheckAllKnown(); !status.ok()) return status;
    return std::move(layer_);
  }

 private:
  std::string Path(absl::string_view name) const { return JoinName(layer_.module, name); }

  absl::Span<const StoredTensor> ModuleTensors() const {
    return source_.WithPrefix(layer_.module.empty() ? "" : layer_.module + ".");
  }

  absl::string_view InModule(const StoredTensor& tensor) const {
    const std::size_t skip = layer_.module.empty() ? 0 : layer_.module.size() + 1;
    return absl::string_view(tensor.name()).substr(skip);
  }

  absl::Status CheckSupported() const {
    for (const NamedReason& tensor : row_.unsupported) {
      if (source_.Find(Path(tensor.name)) == nullptr) continue;
      return absl::UnimplementedError(absl::StrCat(source_.name(), ": ", Path(tensor.name), ": ",
                                                   tensor.reason, ": not supported"));
    }
    return absl::OkStatus();
  }

  // One more than the highest head that has a projection.
  std::int64_t CountHeads() const {
    std::int64_t heads = 0;
    for (const StoredTensor& tensor : ModuleTensors()) {
      for (const Projection& input : row_.inputs) {
        const auto numbers = MatchName(input.weight, InModule(tensor));
        if (numbers.has_value()) heads = std::max(heads, numbers->head + 1);
      }
    }
    return std::min(heads, kMaxHeads);
  }

  const StoredTensor* Take(const std::string& name) {
    const StoredTensor* tensor = source_.Find(name);
    if (tensor != nullptr) used_.insert(tensor);
    return tensor;
  }

  LocatedProjection Look(const Projection& projection, std::int64_t head, bool required) {
    LocatedProjection located;
    const std::string weight = Path(FillName(projection.weight, {layer_.index, head}));
    located.weight = Take(weight);
    if (located.weight == nullptr) {
      if (required) missing_.push_back(weight);
      return located;
    }
    if (!projection.bias.empty()) {
      located.bias = Take(Path(FillName(projection.bias, {layer_.index, head})));
    }
    return located;
  }

  bool IsBuffer(const StoredTensor& tensor) const {
    return std::any_of(row_.buffers.begin(), row_.buffers.end(), [&](absl::string_view pattern) {
      return MatchName(pattern, InModule(tensor)).has_value();
    });
  }

  absl::Status Missing() const {
    return absl::InvalidArgumentError(absl::StrCat(source_.name(), ": expected ",
                                                   ListSome(missing_), " for ", row_.name,
                                                   ", found ", ListSome(Names(ModuleTensors()))));
  }

  // A tensor that is passed over unknown would mean results that are quietly wrong.
  absl::Status CheckAllKnown() const {
    std::vector<std::string> unknown;
    for (const StoredTensor& tensor : ModuleTensors()) {
      if (used_.count(&tensor) == 0 && !IsBuffer(tensor)) unknown.push_back(tensor.name());
    }
    if (unknown.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(source_.name(), ": ", ListSome(unknown),
                                                   ": not expected in the attention of ", row_.name,
                                                   "; check model_type in config.json"));
  }

  const ArchitectureRow& row_;
  const TensorSource& source_;
  LocatedLayer layer_;
  std::set<const StoredTensor*> used_;
  std::vector<std::string> missing_;
};

}  // namespace

absl::StatusOr<std::vector<LocatedLayer>> LocateLayers(const ArchitectureRow& row,
                                                       const TensorSource& source) {
  const absl::StatusOr<Found> found = FindPath(row, source);
  if (!found.ok()) return found.status();
  if (absl::Status status = CheckNoGap(*found, source); !status.ok()) return status;
  std::vector<LocatedLayer> layers;
  for (std::int64_t index : found->layers) {
    LayerFinder finder(row, source, FillName(found->path, {index}), index);
    absl::StatusOr<LocatedLayer> layer = finder.Find();
    if (!layer.ok()) return layer.status();
    layers.push_back(*std::move(layer));
  }
  return layers;
}

}  // namespace headwise
