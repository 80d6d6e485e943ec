#include "engine/checkpoint/layer_sizes.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

template <typename... Pieces>
absl::Status ConfigError(const Pieces&... pieces) {
  return absl::InvalidArgumentError(absl::StrCat("config.json: ", pieces...));
}

// Reads all of `fields` into `number`; those that are there must agree.
absl::Status ReadNumber(const Config& config, absl::Span<const absl::string_view> fields,
                        std::int64_t most, std::optional<ConfigNumber>& number) {
  for (absl::string_view field : fields) {
    const auto value = config.Int(field);
    if (!value.ok()) return value.status();
    if (!value->has_value()) continue;
    if (**value < 1 || **value > most) {
      return ConfigError(field, ": expected 1 to ", most, ", found ", **value);
    }
    if (number.has_value() && number->value != **value) {
      return ConfigError(field, ": expected ", number->value, " as in ", number->field, ", found ",
                         **value);
    }
    if (!number.has_value()) number = ConfigNumber{**value, std::string(field)};
  }
  return absl::OkStatus();
}

// Dimensions of the first projection's [out,in] matrix.
struct Matrix {
  std::int64_t out = 0;
  std::int64_t in = 0;
};

absl::StatusOr<Matrix> FirstMatrix(const ArchitectureRow& row, const LocatedLayer& layer) {
  const StoredTensor& weight = *layer.inputs[0].weight;
  const Shape& shape = weight.entry->shape;
  if (shape.rank() != 2 || shape.elements() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(weight.file->name(), ": ", Printable(weight.name()),
                     ": expected a matrix, found shape ", FormatDims(shape.dims())));
  }
  if (row.input_storage == Storage::kInOut) return Matrix{shape.dim(1), shape.dim(0)};
  return Matrix{shape.dim(0), shape.dim(1)};
}

std::int64_t HeadsFound(const ArchitectureRow& row, const LocatedLayer& layer) {
  return static_cast<std::int64_t>(layer.inputs.size() / row.inputs.size());
}

absl::StatusOr<std::int64_t> ResolveHeads(const ArchitectureRow& row, const ConfigSizes& config,
                                          const LocatedLayer& layer) {
  std::int64_t fixed = 0;
  if (row.single_head) fixed = 1;
  if (row.packing == Packing::kPerHead) fixed = HeadsFound(row, layer);
  if (fixed == 0 && !config.heads.has_value()) {
    return ConfigError("add ", absl::StrJoin(row.fields.heads, " or "),
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

absl::StatusOr<std::int64_t> HeadDimFromRows(const ArchitectureRow& row, const LocatedLayer& layer,
                                             const LayerSizes& sizes, std::int64_t rows) {
  std::int64_t parts = sizes.heads;
  if (row.packing == Packing::kContiguous) parts += 2 * sizes.kv_heads;
  if (row.packing == Packing::kPerHead) parts = 1;
  if (rows % parts == 0) return rows / parts;
  const StoredTensor& weight = *layer.inputs[0].weight;
  return absl::InvalidArgumentError(
      absl::StrCat(weight.file->name(), ": ", Printable(weight.name()), ": expected a multiple of ",
                   parts, " rows for ", sizes.heads, " heads, found ", rows));
}

// d_out counts one head under Packing::kPerHead, all heads else.
absl::StatusOr<std::int64_t> HeadDimFromDOut(const ArchitectureRow& row, const ConfigSizes& config,
                                             const LayerSizes& sizes) {
  const std::int64_t parts = row.packing == Packing::kPerHead ? 1 : sizes.heads;
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

absl::StatusOr<std::int64_t> ResolveHeadDim(const ArchitectureRow& row, const ConfigSizes& config,
                                            const LocatedLayer& layer, const LayerSizes& sizes,
                                            std::int64_t rows) {
  if (config.d_out.has_value()) return HeadDimFromDOut(row, config, sizes);
  if (config.head_dim.has_value()) return config.head_dim->value;
  if (row.head_dim_rule == HeadDimRule::kFromWidth) return HeadDimFromWidth(config, sizes);
  return HeadDimFromRows(row, layer, sizes, rows);
}

absl::Status CheckBounds(const LocatedLayer& layer, const LayerSizes& sizes) {
  if (sizes.width <= kMaxWidth && sizes.head_dim >= 1 && sizes.head_dim <= kMaxHeadDim) {
    return absl::OkStatus();
  }
  const StoredTensor& weight = *layer.inputs[0].weight;
  return absl::InvalidArgumentError(absl::StrCat(
      weight.file->name(), ": ", Printable(weight.name()), ": expected a width up to ", kMaxWidth,
      " and a head_dim of 1 to ", kMaxHeadDim, ", found ", sizes.width, " and ", sizes.head_dim));
}

}  // namespace

absl::StatusOr<ConfigSizes> ReadConfigSizes(const ArchitectureRow& row, const Config& config) {
  ConfigSizes sizes;
  const ConfigFields& fields = row.fields;
  const struct {
    absl::Span<const absl::string_view> names;
    std::int64_t most;
    std::optional<ConfigNumber>& number;
  } wanted[] = {
      {fields.layers, kMaxLayers, sizes.layers},      {fields.width, kMaxWidth, sizes.width},
      {fields.heads, kMaxHeads, sizes.heads},         {fields.kv_heads, kMaxHeads, sizes.kv_heads},
      {fields.head_dim, kMaxHeadDim, sizes.head_dim}, {fields.d_out, kMaxWidth, sizes.d_out},
  };
  for (const auto& one : wanted) {
    absl::Status status = ReadNumber(config, one.names, one.most, one.number);
    if (!status.ok()) return status;
  }
  return sizes;
}

absl::StatusOr<LayerSizes> ResolveSizes(const ArchitectureRow& row, const ConfigSizes& config,
                                        const LocatedLayer& layer) {
  const absl::StatusOr<Matrix> matrix = FirstMatrix(row, layer);
  if (!matrix.ok()) return matrix.status();
  const absl::StatusOr<std::int64_t> heads = ResolveHeads(row, config, layer);
  if (!heads.ok()) return heads.status();
  LayerSizes sizes;
  sizes.width = config.width.has_value() ? config.width->value : matrix->in;
  sizes.heads = *heads;
  sizes.kv_heads = config.kv_heads.has_value() ? config.kv_heads->value : *heads;
  if (absl::Status status = CheckKvHeads(config, sizes); !status.ok()) return status;
  const auto head_dim = ResolveHeadDim(row, config, layer, sizes, matrix->out);
  if (!head_dim.ok()) return head_dim.status();
  sizes.head_dim = *head_dim;
  if (absl::Status status = CheckBounds(layer, sizes); !status.ok()) return status;
  return sizes;
}

absl::Status CheckLayerCount(const ConfigSizes& config, std::int64_t layers) {
  if (!config.layers.has_value() || config.layers->value == layers) return absl::OkStatus();
  return ConfigError(config.layers->field, ": expected ", layers, " as the tensors tell, found ",
                     config.layers->value);
}

}  // namespace headwise
