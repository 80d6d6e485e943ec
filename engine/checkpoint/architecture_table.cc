#include "engine/checkpoint/architecture_table.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/checkpoint/architecture_rows.h"

namespace headwise {

Projection Linear(absl::string_view name) {
  return {absl::StrCat(name, ".weight"), absl::StrCat(name, ".bias")};
}

void UseProjections(absl::string_view output, Section& section) {
  section.inputs = {Linear("q_proj"), Linear("k_proj"), Linear("v_proj")};
  section.output = Linear(output);
}

absl::Span<const ArchitectureRow> ArchitectureTable() {
  // Never destroyed, so that threads may use it while the process ends.
  static const auto* const table = [] {
    auto* rows = new std::vector<ArchitectureRow>;
    for (auto* family : {CourseRows, TorchRows, LlamaRows, GemmaRows, DecoderRows, PackedRows,
                         EncoderRows, EncoderDecoderRows}) {
      for (ArchitectureRow& row : family()) rows->push_back(std::move(row));
    }
    return rows;
  }();
  return *table;
}

}  // namespace headwise
