#include "engine/checkpoint/layer_sizes.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/config_rules.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

// Reads all of `fields` into `number`; those that are there must agree.
absl::Status ReadNumber(const Config& config, absl::Span<const absl::string_view> fields,
                        std::int64_t most, std::optional<ConfigNumber>& number) {
  for (absl::string_view field : fields) {
    const auto value = config.Int(field);
    if (!value.ok()) return value.status();
    if (!value->has_value()) continue;
    if (**value < 1 || **value > most) {
      return ConfigError(config.Path(field), ": expected 1 to ", most, ", found ", **value);
    }
    if (number.has_value() && number->value != **value) {
      return ConfigError(config.Path(field), ": expected ", number->value, " as in ", number->field,
                         ", found ", **value);
    }
    if (!number.has_value()) number = ConfigNumber{**value, config.Path(field)};
  }
  return absl::OkStatus();
}

// What the architecture's class takes if none of `fields` is there, not even as null.
void TakeDefault(const Config& config, absl::Span<const absl::string_view> fields,
                 std::int64_t absent, std::optional<ConfigNumber>& number) {
  if (absent == 0 || number.has_value()) return;
  for (absl::string_view field : fields) {
    if (config.Contains(field)) return;
  }
  number = ConfigNumber{absent, config.Path(fields[0])};
}

// Dimensions of a projection's [out,in] matrix.
struct Matrix {
  std::int64_t out = 0;
  std::int64_t in = 0;
};

absl::StatusOr<Matrix> InputMatrix(const Section& section, const LocatedLayer& layer,
                                   std::size_t index) {
  const StoredTensor& weight = *layer.inputs[index].weight;
  const Shape& shape = weight.entry->shape;
  if (shape.rank() != 2 || shape.elements() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(weight.file->name(), ": ", Printable(weight.name()),
                     ": expected a matrix, found shape ", FormatDims(shape.dims())));
  }
  if (section.input_storage == Storage::kInOut) return Matrix{shape.dim(1), shape.dim(0)};
  return Matrix{shape.dim(0), shape.dim(1)};
}

std::int64_t HeadsFound(const Section& section, const LocatedLayer& layer) {
  return static_cast<std::int64_t>(layer.inputs.size() / section.inputs.size());
}

absl::StatusOr<std::int64_t> ResolveHeads(const ArchitectureRow& row, const Section& section,
                                          const ConfigSizes& config, const LocatedLayer& layer) {
  std::int64_t fixed = 0;
  if (section.single_head) fixed = 1;
  if (section.packing == Packing::kPerHead) fixed = HeadsFound(section, layer);
  if (fixed == 0 && !config.heads.has_value()) {
    return ConfigError("add ", absl::StrJoin(section.fields.heads, " or "),
                       ": the shapes do not tell the number of heads of ", row.name);
  }
  if (fixed == 0) return config.heads->value;
  if (config.heads.has_value() && config.heads->value != fixed) {
    return ConfigError(config.heads->field, ": expected ", fixed, " as the tensors of ", row.name,
                       " tell, found ", config.heads->value);
  }
  return fixed;
}

absl::Status CheckKvHeads(const ConfigSizes& config, const LayerSizes& sizes) {
  if (sizes.heads % sizes.kv_heads == 0) return absl::OkStatus();
  return ConfigError(config.kv_heads->field, ": expected a divisor of the ", sizes.heads,
                     " heads, found ", sizes.kv_heads);
}

absl::StatusOr<std::int64_t> HeadDimFromWidth(const ConfigSizes& config, const LayerSizes& sizes) {
  if (sizes.width % sizes.heads == 0) return sizes.width / sizes.heads;
  return ConfigError(config.width.has_value() ? config.width->field : "width",
                     ": expected a multiple of the ", sizes.heads, " heads, found ", sizes.width);
}

absl::StatusOr<std::int64_t> HeadDimFromRows(const Section& section, const LocatedLayer& layer,
                                             const LayerSizes& sizes, std::int64_t rows) {
  std::int64_t parts = sizes.heads;
  const bool one_tensor =
      section.packing == Packing::kContiguous || section.packing == Packing::kGrouped;
  if (one_tensor) parts += 2 * sizes.kv_heads;
  if (section.packing == Packing::kPerHead) parts = 1;
  if (rows % parts == 0) return rows / parts;
  const StoredTensor& weight = *layer.inputs[0].weight;
  return absl::InvalidArgumentError(
      absl::StrCat(weight.file->name(), ": ", Printable(weight.name()), ": expected a multiple of ",
                   parts, " rows for ", sizes.heads, " heads, found ", rows));
}

// d_out counts one head under Packing::kPerHead, all heads else.
absl::StatusOr<std::int64_t> HeadDimFromDOut(const Section& section, const ConfigSizes& config,
                                             const LayerSizes& sizes) {
  const std::int64_t parts = section.packing == Packing::kPerHead ? 1 : sizes.heads;
  const std::int64_t d_out = config.d_out->value;
  if (d_out % parts != 0) {
    return ConfigError(config.d_out->field, ": expected a multiple of the ", sizes.heads,
                       " heads, found ", d_out);
  }
  if (config.head_dim.has_value() && config.head_dim->value != d_out / parts) {
    return ConfigError(config.d_out->field, ": expected ", config.head_dim->value * parts,
                       " for a ", config.head_dim->field, " of ", config.head_dim->value,
                       ", found ", d_out);
  }
  return d_out / parts;
}

absl::StatusOr<std::int64_t> ResolveHeadDim(const Section& section, const ConfigSizes& config,
                                            const LocatedLayer& layer, const LayerSizes& sizes,
                                            std::int64_t rows) {
  if (config.d_out.has_value()) return HeadDimFromDOut(section, config, sizes);
  if (config.head_dim.has_value()) return config.head_dim->value;
  if (section.head_dim_rule == HeadDimRule::kFromWidth) return HeadDimFromWidth(config, sizes);
  return HeadDimFromRows(section, layer, sizes, rows);
}

// Widths that keys and values are made from; under Packing::kSeparate their matrices may tell.
absl::Status ReadKvWidths(const Section& section, const LocatedLayer& layer, LayerSizes& sizes) {
  sizes.key_width = sizes.width;
  sizes.value_width = sizes.width;
  if (!section.own_kv_widths) return absl::OkStatus();
  const absl::StatusOr<Matrix> key = InputMatrix(section, layer, 1);
  if (!key.ok()) return key.status();
  const absl::StatusOr<Matrix> value = InputMatrix(section, layer, 2);
  if (!value.ok()) return value.status();
  sizes.key_width = key->in;
  sizes.value_width = value->in;
  return absl::OkStatus();
}

absl::Status CheckBounds(const LocatedLayer& layer, const LayerSizes& sizes) {
  const std::int64_t widest = std::max({sizes.width, sizes.key_width, sizes.value_width});
  if (widest <= kMaxWidth && sizes.head_dim >= 1 && sizes.head_dim <= kMaxHeadDim) {
    return absl::OkStatus();
  }
  const StoredTensor& weight = *layer.inputs[0].weight;
  return absl::InvalidArgumentError(absl::StrCat(
      weight.file->name(), ": ", Printable(weight.name()), ": expected a width up to ", kMaxWidth,
      " and a head_dim of 1 to ", kMaxHeadDim, ", found ", widest, " and ", sizes.head_dim));
}

}  // namespace

absl::StatusOr<ConfigSizes> ReadConfigSizes(const ConfigFields& fields, const Config& config) {
  ConfigSizes sizes;
  const struct {
    absl::Span<const absl::string_view> names;
    std::int64_t most;
    std::optional<ConfigNumber>& number;
    std::int64_t absent;
  } wanted[] = {
      {fields.layers, kMaxLayers, sizes.layers, 0},
      {fields.width, kMaxWidth, sizes.width, 0},
      {fields.heads, kMaxHeads, sizes.heads, fields.heads_absent},
      {fields.kv_heads, kMaxHeads, sizes.kv_heads, fields.kv_heads_absent},
      {fields.head_dim, kMaxHeadDim, sizes.head_dim, fields.head_dim_absent},
      {fields.d_out, kMaxWidth, sizes.d_out, 0},
  };
  for (const auto& one : wanted) {
    absl::Status status = ReadNumber(config, one.names, one.most, one.number);
    if (!status.ok()) return status;
    TakeDefault(config, one.names, one.absent, one.number);
  }
  return sizes;
}

absl::StatusOr<LayerSizes> ResolveSizes(const ArchitectureRow& row, const Section& section,
                                        const ConfigSizes& config, const LocatedLayer& layer) {
  const absl::StatusOr<Matrix> matrix = InputMatrix(section, layer, 0);
  if (!matrix.ok()) return matrix.status();
  const absl::StatusOr<std::int64_t> heads = ResolveHeads(row, section, config, layer);
  if (!heads.ok()) return heads.status();
  LayerSizes sizes;
  sizes.width = config.width.has_value() ? config.width->value : matrix->in;
  sizes.heads = *heads;
  sizes.kv_heads = config.kv_heads.has_value() ? config.kv_heads->value : *heads;
  if (section.single_kv_head) sizes.kv_heads = 1;
  if (absl::Status status = CheckKvHeads(config, sizes); !status.ok()) return status;
  const auto head_dim = ResolveHeadDim(section, config, layer, sizes, matrix->out);
  if (!head_dim.ok()) return head_dim.status();
  sizes.head_dim = *head_dim;
  if (absl::Status status = ReadKvWidths(section, layer, sizes); !status.ok()) return status;
  if (absl::Status status = CheckBounds(layer, sizes); !status.ok()) return status;
  return sizes;
}

absl::Status CheckLayerCount(const ConfigSizes& config, std::int64_t layers) {
  if (!config.layers.has_value() || config.layers->value == layers) return absl::OkStatus();
  return ConfigError(config.layers->field, ": expected ", layers, " as the tensors tell, found ",
                     config.layers->value);
}

}  // namespace headwise
