#include "engine/checkpoint/tensor_plans.h"

#include <array>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/checkpoint/error_text.h"

namespace headwise {
namespace {

constexpr std::array<Part, 3> kInputParts = {Part::kQuery, Part::kKey, Part::kValue};

Part BiasOf(Part part) {
  switch (part) {
    case Part::kQuery:
      return Part::kQueryBias;
    case Part::kKey:
      return Part::kKeyBias;
    case Part::kValue:
      return Part::kValueBias;
    case Part::kQueryNorm:
      return Part::kQueryNormBias;
    case Part::kKeyNorm:
      return Part::kKeyNormBias;
    default:
      return Part::kOutputBias;
  }
}

std::int64_t Rows(const LayerSizes& sizes, Part part) {
  return part == Part::kQuery ? sizes.query_rows() : sizes.kv_rows();
}

std::int64_t Columns(const LayerSizes& sizes, Part part) {
  if (part == Part::kQuery) return sizes.width;
  return part == Part::kKey ? sizes.key_width : sizes.value_width;
}

// Whole matrices one after the other.
std::vector<RowBlock> OneAfterTheOther(const LayerSizes& sizes, absl::Span<const Part> parts) {
  std::vector<RowBlock> blocks;
  std::int64_t from = 0;
  for (const Part part : parts) {
    blocks.push_back({part, from, 0, Rows(sizes, part)});
    from += Rows(sizes, part);
  }
  return blocks;
}

// For each kv head its H/KV queries, its key and its value.
std::vector<RowBlock> Grouped(const LayerSizes& sizes) {
  const std::int64_t queries = sizes.query_rows() / sizes.kv_heads;
  const std::int64_t stride = queries + 2 * sizes.head_dim;
  std::vector<RowBlock> blocks;
  for (std::int64_t group = 0; group < sizes.kv_heads; ++group) {
    const std::int64_t from = group * stride;
    const std::int64_t to = group * sizes.head_dim;
    blocks.push_back({Part::kQuery, from, group * queries, queries});
    blocks.push_back({Part::kKey, from + queries, to, sizes.head_dim});
    blocks.push_back({Part::kValue, from + queries + sizes.head_dim, to, sizes.head_dim});
  }
  return blocks;
}

// The rows of input tensor `index` (in the order of LocatedLayer::inputs).
std::vector<RowBlock> InputBlocks(Packing packing, const LayerSizes& sizes, std::size_t index) {
  const auto parts = absl::MakeConstSpan(kInputParts);
  const std::size_t kind = index % kInputParts.size();
  const auto head = static_cast<std::int64_t>(index / kInputParts.size());
  switch (packing) {
    case Packing::kSeparate:
      return OneAfterTheOther(sizes, parts.subspan(kind, 1));
    case Packing::kPerHead:
      return {{kInputParts[kind], 0, head * sizes.head_dim, sizes.head_dim}};
    case Packing::kQueryAndKeyValue:
      return OneAfterTheOther(sizes, index == 0 ? parts.subspan(0, 1) : parts.subspan(1));
    case Packing::kGrouped:
      return Grouped(sizes);
    case Packing::kContiguous:
      break;
  }
  return OneAfterTheOther(sizes, parts);
}

class Planner {
 public:
  Planner(const Section& section, const LayerSizes& sizes, const LocatedLayer& layer,
          const LayerSpec& spec)
      : section_(section), sizes_(sizes), layer_(layer), spec_(spec) {}

  absl::StatusOr<std::vector<TensorPlan>> Plan() {
    AddInputs();
    if (spec_.output_projection) {
      AddProjection(layer_.output, section_.output_storage, sizes_.query_rows(),
                    {{Part::kOutput, 0, 0, spec_.d_out}});
    }
    absl::Status status = AddNorm(Part::kQueryNorm, layer_.query_norm, sizes_.heads);
    status.Update(AddNorm(Part::kKeyNorm, layer_.key_norm, sizes_.kv_heads));
    if (!status.ok()) return status;
    if (layer_.sinks != nullptr) AddVector(*layer_.sinks, {{Part::kSinks, 0, 0, sizes_.heads}});
    if (layer_.relative_bias != nullptr) {
      const std::int64_t buckets = spec_.relative_bias.buckets;
      plans_.push_back({*layer_.relative_bias,
                        {buckets, sizes_.heads},
                        Storage::kOutIn,
                        buckets,
                        sizes_.heads,
                        {{Part::kRelativeBias, 0, 0, buckets}}});
    }
    return std::move(plans_);
  }

 private:
  void AddInputs() {
    for (std::size_t i = 0; i < layer_.inputs.size(); ++i) {
      std::vector<RowBlock> blocks = InputBlocks(section_.packing, sizes_, i);
      const std::int64_t in = Columns(sizes_, blocks[0].part);
      AddProjection(layer_.inputs[i], section_.input_storage, in, std::move(blocks));
    }
    if (layer_.joint_bias == nullptr) return;
    std::vector<RowBlock> blocks = OneAfterTheOther(sizes_, kInputParts);
    for (RowBlock& block : blocks) block.part = BiasOf(block.part);
    AddVector(*layer_.joint_bias, std::move(blocks));
  }

  static std::int64_t TotalRows(absl::Span<const RowBlock> blocks) {
    std::int64_t rows = 0;
    for (const RowBlock& block : blocks) rows += block.rows;
    return rows;
  }

  void AddVector(const StoredTensor& tensor, std::vector<RowBlock> blocks) {
    const std::int64_t rows = TotalRows(blocks);
    plans_.push_back({tensor, {rows}, Storage::kOutIn, rows, 1, std::move(blocks)});
  }

  void AddProjection(const LocatedProjection& projection, Storage storage, std::int64_t in,
                     std::vector<RowBlock> blocks) {
    const std::int64_t out = TotalRows(blocks);
    const bool transposed = storage == Storage::kInOut;
    std::vector<std::int64_t> dims = {transposed ? in : out, transposed ? out : in};
    plans_.push_back({*projection.weight, std::move(dims), storage, out, in, blocks});
    if (projection.bias == nullptr) return;
    for (RowBlock& block : blocks) block.part = BiasOf(block.part);
    AddVector(*projection.bias, std::move(blocks));
  }

  absl::Status AddNorm(Part part, absl::Span<const LocatedProjection> norms, std::int64_t heads) {
    const bool per_head = section_.norm.shape == NormShape::kPerHead;
    if (per_head && !norms.empty() && static_cast<std::int64_t>(norms.size()) != heads) {
      return absl::InvalidArgumentError(
          absl::StrCat(norms[0].weight->file->name(), ": ", Printable(norms[0].weight->name()),
                       ": expected a norm for each of ", heads, " heads, found ", norms.size()));
    }
    for (std::size_t i = 0; i < norms.size(); ++i) {
      const std::int64_t to = static_cast<std::int64_t>(i) * sizes_.head_dim;
      AddNormTensor(*norms[i].weight, part, heads, to);
      plans_.back().add = section_.norm.plus_one ? 1.0f : 0.0f;
      if (norms[i].bias != nullptr) AddNormTensor(*norms[i].bias, BiasOf(part), heads, to);
    }
    return absl::OkStatus();
  }

  // `to` is the row of the first value under NormShape::kPerHead.
  void AddNormTensor(const StoredTensor& tensor, Part part, std::int64_t heads, std::int64_t to) {
    const std::int64_t width = sizes_.head_dim;
    const std::int64_t all = heads * width;
    TensorPlan plan = {tensor, {width}, Storage::kOutIn, width, 1, {}};
    if (section_.norm.shape == NormShape::kPerHead) {
      plan.blocks = {{part, 0, to, width}};
    } else if (section_.norm.shape == NormShape::kAllHeads) {
      plan = {tensor, {heads, width}, Storage::kOutIn, all, 1, {{part, 0, 0, all}}};
    } else if (section_.norm.scope == NormScope::kProjection) {
      plan = {tensor, {all}, Storage::kOutIn, all, 1, {{part, 0, 0, all}}};
    } else {
      for (std::int64_t h = 0; h < heads; ++h) plan.blocks.push_back({part, 0, h * width, width});
    }
    plans_.push_back(std::move(plan));
  }

  const Section& section_;
  const LayerSizes& sizes_;
  const LocatedLayer& layer_;
  const LayerSpec& spec_;
  std::vector<TensorPlan> plans_;
};

}  // namespace

absl::StatusOr<std::vector<TensorPlan>> PlanTensors(const Section& section, const LayerSizes& sizes,
                                                    const LocatedLayer& layer,
                                                    const LayerSpec& spec) {
  return Planner(section, sizes, layer, spec).Plan();
}

}  // namespace headwise
