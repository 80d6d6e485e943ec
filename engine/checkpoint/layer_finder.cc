#include "engine/checkpoint/layer_finder.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"
#include "engine/checkpoint/layer_sizes.h"
#include "engine/checkpoint/name_pattern.h"

namespace headwise {

LayerFinder::LayerFinder(const ArchitectureRow& row, const Section& section,
                         const TensorSource& source, std::string module, std::int64_t index)
    : row_(row), section_(section), source_(source) {
  layer_.index = index;
  layer_.module = std::move(module);
}

absl::StatusOr<LocatedLayer> LayerFinder::Find() {
  if (absl::Status status = CheckSupported(); !status.ok()) return status;
  FindInputs();
  if (section_.output_rule != OutputRule::kNone) {
    layer_.output = Look(section_.output, 0, section_.output_rule == OutputRule::kRequired);
  }
  if (section_.norm.kind != NormKind::kNone) FindNorms();
  FindExtras();
  if (!missing_.empty()) return Missing();
  if (absl::Status status = CheckAllKnown(); !status.ok()) return status;
  return std::move(layer_);
}

std::string LayerFinder::Path(absl::string_view name) const {
  return JoinName(layer_.module, name);
}

absl::Span<const StoredTensor> LayerFinder::ModuleTensors() const {
  return source_.WithPrefix(layer_.module.empty() ? "" : layer_.module + ".");
}

absl::string_view LayerFinder::InModule(const StoredTensor& tensor) const {
  const std::size_t skip = layer_.module.empty() ? 0 : layer_.module.size() + 1;
  return absl::string_view(tensor.name()).substr(skip);
}

absl::Status LayerFinder::CheckSupported() const {
  for (const NamedReason& tensor : section_.unsupported) {
    if (source_.Find(Path(tensor.name)) == nullptr) continue;
    return absl::UnimplementedError(absl::StrCat(source_.name(), ": ", Path(tensor.name), ": ",
                                                 tensor.reason, ": not supported"));
  }
  return absl::OkStatus();
}

// One more than the highest head that has a projection.
std::int64_t LayerFinder::CountHeads() const {
  std::int64_t heads = 0;
  for (const StoredTensor& tensor : ModuleTensors()) {
    for (const Projection& input : section_.inputs) {
      const auto numbers = MatchName(input.weight, InModule(tensor));
      if (numbers.has_value()) heads = std::max(heads, numbers->head + 1);
    }
  }
  return std::min(heads, kMaxHeads);
}

void LayerFinder::FindInputs() {
  const std::int64_t modules = section_.packing == Packing::kPerHead ? CountHeads() : 1;
  for (std::int64_t head = 0; head < modules; ++head) {
    for (const Projection& input : section_.inputs) {
      layer_.inputs.push_back(Look(input, head, /*required=*/true));
    }
  }
  if (!section_.joint_bias.empty()) layer_.joint_bias = Take(section_.joint_bias, 0, false);
}

void LayerFinder::FindNorms() {
  const NormRule& norm = section_.norm;
  layer_.query_norm = LookNorm(norm.query, norm.query_bias);
  layer_.key_norm = LookNorm(norm.key, norm.key_bias);
}

// A missing norm is an error here only if no field of config.json could have it left out.
std::vector<LocatedProjection> LayerFinder::LookNorm(const std::string& weight,
                                                     const std::string& bias) {
  const bool required = section_.norm.present.field.empty() && section_.norm.present.absent;
  std::vector<LocatedProjection> norms;
  const bool per_head = section_.norm.shape == NormShape::kPerHead;
  for (std::int64_t head = 0; head < (per_head ? kMaxHeads : 1); ++head) {
    const LocatedProjection norm = Look({weight, bias}, head, required && head == 0);
    if (norm.weight == nullptr) break;
    norms.push_back(norm);
  }
  return norms;
}

void LayerFinder::FindExtras() {
  if (!section_.sinks.empty()) layer_.sinks = Take(section_.sinks, 0, true);
  if (!section_.relative_bias.table.empty() && layer_.index == 0) {
    layer_.relative_bias = Take(section_.relative_bias.table, 0, true);
  }
}

const StoredTensor* LayerFinder::Take(absl::string_view name, std::int64_t head, bool required) {
  const std::string path = Path(FillName(name, {layer_.index, head}));
  const StoredTensor* tensor = source_.Find(path);
  if (tensor != nullptr) {
    used_.insert(tensor);
  } else if (required) {
    missing_.push_back(path);
  }
  return tensor;
}

LocatedProjection LayerFinder::Look(const Projection& projection, std::int64_t head,
                                    bool required) {
  LocatedProjection located;
  located.weight = Take(projection.weight, head, required);
  if (located.weight != nullptr && !projection.bias.empty()) {
    located.bias = Take(projection.bias, head, false);
  }
  return located;
}

bool LayerFinder::IsBuffer(const StoredTensor& tensor) const {
  const auto& buffers = section_.buffers;
  return std::any_of(buffers.begin(), buffers.end(), [&](absl::string_view pattern) {
    return MatchName(pattern, InModule(tensor)).has_value();
  });
}

absl::Status LayerFinder::Missing() const {
  std::vector<std::string> found;
  for (const StoredTensor& tensor : ModuleTensors()) found.push_back(tensor.name());
  return absl::InvalidArgumentError(absl::StrCat(source_.name(), ": expected ", ListSome(missing_),
                                                 " for ", row_.name, ", found ", ListSome(found)));
}

// A tensor that is passed over unknown would mean results that are quietly wrong.
absl::Status LayerFinder::CheckAllKnown() {
  std::vector<std::string> unknown;
  for (const StoredTensor& tensor : ModuleTensors()) {
    if (used_.count(&tensor) != 0) continue;
    if (IsBuffer(tensor)) {
      layer_.buffers.push_back(&tensor);
    } else {
      unknown.push_back(tensor.name());
    }
  }
  if (unknown.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(source_.name(), ": ", ListSome(unknown),
                                                 ": not expected in the attention of ", row_.name,
                                                 "; check model_type in config.json"));
}

}  // namespace headwise
