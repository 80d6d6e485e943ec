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

namespace {

std::vector<ArchitectureRow> AllRows() {
  std::vector<ArchitectureRow> rows;
  for (auto* family : {CourseRows, TorchRows, LlamaRows, GemmaRows, DecoderRows, PackedRows,
                       EncoderRows, EncoderDecoderRows}) {
    for (ArchitectureRow& row : family()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

absl::Span<const ArchitectureRow> ArchitectureTable() {
  // Never destroyed, so that threads may use it while the process ends; complete before it is
  // kept, so that nothing is lost where memory runs out on the way.
  static const auto* const table = new std::vector<ArchitectureRow>(AllRows());
  return *table;
}

}  // namespace headwise
