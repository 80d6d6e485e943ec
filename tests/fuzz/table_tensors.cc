#include "tests/fuzz/table_tensors.h"

#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "engine/checkpoint/name_pattern.h"

namespace headwise::fuzz {
namespace {

// One section's tensors.
class Maker {
 public:
  Maker(const ArchitectureRow& row, const Section& section, const Variant& variant,
        std::vector<TableTensor>& tensors)
      : row_(row),
        section_(section),
        variant_(variant),
        heads_(HeadsOf(section)),
        kv_heads_(KvHeadsOf(section, variant)),
        tensors_(tensors) {}

  void Make() {
    for (layer_ = 0; layer_ < LayersOf(section_); ++layer_) {
      module_ =
          FillName(JoinName(absl::StripSuffix(row_.prefixes.back(), "."), section_.modules.back()),
                   {layer_, 0});
      MakeInputs();
      MakeOutput();
      MakeNorms();
      if (!section_.sinks.empty()) Add(section_.sinks, {heads_});
      const bool table = !section_.relative_bias.table.empty() && layer_ == 0;
      if (table) Add(section_.relative_bias.table, {32, heads_});
    }
  }

 private:
  std::int64_t QueryRows() const { return heads_ * variant_.head_dim; }
  std::int64_t KvRows() const { return kv_heads_ * variant_.head_dim; }

  void Add(const std::string& name, std::vector<std::int64_t> shape, std::int64_t head = 0) {
    tensors_.push_back({JoinName(module_, FillName(name, {layer_, head})), std::move(shape)});
  }

  void AddProjection(const Projection& projection, Storage storage, std::int64_t out,
                     std::int64_t in, std::int64_t head = 0) {
    const bool transposed = storage == Storage::kInOut;
    Add(projection.weight, {transposed ? in : out, transposed ? out : in}, head);
    if (variant_.biases && !projection.bias.empty()) Add(projection.bias, {out}, head);
  }

  void AddInput(std::size_t index, std::int64_t out, std::int64_t in, std::int64_t head = 0) {
    AddProjection(section_.inputs[index], section_.input_storage, out, in, head);
  }

  void MakeInputs() {
    const std::int64_t all = QueryRows() + 2 * KvRows();
    const bool own = section_.own_kv_widths;
    if (section_.packing == Packing::kSeparate) {
      AddInput(0, QueryRows(), kWidth);
      AddInput(1, KvRows(), own ? variant_.key_width : kWidth);
      AddInput(2, KvRows(), own ? variant_.value_width : kWidth);
    } else if (section_.packing == Packing::kQueryAndKeyValue) {
      AddInput(0, QueryRows(), kWidth);
      AddInput(1, 2 * KvRows(), kWidth);
    } else if (section_.packing == Packing::kPerHead) {
      for (std::int64_t head = 0; head < heads_; ++head) {
        for (std::size_t i = 0; i < 3; ++i) AddInput(i, variant_.head_dim, kWidth, head);
      }
    } else {
      AddInput(0, all, kWidth);
    }
    if (variant_.biases && !section_.joint_bias.empty()) Add(section_.joint_bias, {all});
  }

  void MakeOutput() {
    const bool optional = section_.output_rule == OutputRule::kOptional;
    if (section_.output_rule == OutputRule::kNone || (optional && !variant_.biases)) return;
    const std::int64_t out = section_.output_width == OutputWidth::kModel ? kWidth : QueryRows();
    AddProjection(section_.output, section_.output_storage, out, QueryRows());
  }

  void MakeNorms() {
    const NormRule& norm = section_.norm;
    const bool by_field = !norm.present.field.empty();
    if (norm.kind == NormKind::kNone || (by_field && !variant_.norms)) return;
    AddNorm(norm.query, heads_);
    AddNorm(norm.key, kv_heads_);
    if (!variant_.biases || norm.query_bias.empty()) return;
    AddNorm(norm.query_bias, heads_);
    AddNorm(norm.key_bias, kv_heads_);
  }

  void AddNorm(const std::string& name, std::int64_t heads) {
    const std::int64_t width = variant_.head_dim;
    const NormRule& norm = section_.norm;
    if (norm.shape == NormShape::kPerHead) {
      for (std::int64_t head = 0; head < heads; ++head) Add(name, {width}, head);
    } else if (norm.shape == NormShape::kAllHeads) {
      Add(name, {heads, width});
    } else {
      Add(name, {norm.scope == NormScope::kProjection ? heads * width : width});
    }
  }

  const ArchitectureRow& row_;
  const Section& section_;
  const Variant& variant_;
  const std::int64_t heads_;
  const std::int64_t kv_heads_;
  std::vector<TableTensor>& tensors_;
  std::int64_t layer_ = 0;
  std::string module_;
};

}  // namespace

Variant MakeVariant(unsigned number) {
  Variant variant;
  variant.kv_heads = kHeads >> (number % 3);
  variant.section = static_cast<int>(number / 3 % 6) - 1;
  variant.biases = number / 18 % 2 == 0;
  variant.head_dim = number / 36 % 2 == 0 ? 8 : 16;
  variant.norms = number / 72 % 2 != 0;
  if (number / 144 % 2 != 0) {
    variant.dtype = DType::kBF16;
    variant.key_width = 24;
    variant.value_width = 40;
  }
  return variant;
}

std::vector<const Section*> SectionsOf(const ArchitectureRow& row, const Variant& variant) {
  const std::size_t count = row.sections.size();
  if (variant.section >= 0)
    return {&row.sections[static_cast<std::size_t>(variant.section) % count]};
  std::vector<const Section*> sections;
  std::set<absl::string_view> modules;
  for (const Section& section : row.sections) {
    if (modules.insert(section.modules.back()).second) sections.push_back(&section);
  }
  return sections;
}

std::int64_t HeadsOf(const Section& section) { return section.single_head ? 1 : kHeads; }

std::int64_t KvHeadsOf(const Section& section, const Variant& variant) {
  if (section.single_head || section.single_kv_head) return 1;
  return section.fields.kv_heads.empty() ? kHeads : variant.kv_heads;
}

std::int64_t LayersOf(const Section& section) {
  return absl::StrContains(section.modules.back(), "{i}") ? kLayers : 1;
}

std::vector<TableTensor> TensorsOf(const ArchitectureRow& row, const Variant& variant) {
  std::vector<TableTensor> tensors;
  for (const Section* section : SectionsOf(row, variant)) {
    Maker(row, *section, variant, tensors).Make();
  }
  return tensors;
}

}  // namespace headwise::fuzz
