// Which row of the architecture table a checkpoint follows.
#ifndef HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_MATCH_H_
#define HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_MATCH_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

// A section that the checkpoint has, with at least one layer.
struct LocatedSection {
  const Section* section = nullptr;
  std::vector<LocatedLayer> layers;
};

// A row and its sections that the checkpoint has; at least one.
struct ArchitectureMatch {
  const ArchitectureRow* row = nullptr;
  std::vector<LocatedSection> sections;
};

// Rows of config.json's model_type whose conditions hold; empty if config.json names no type.
// UNIMPLEMENTED for a type without a row; INVALID_ARGUMENT for a field of the wrong type.
// Thread-safe, as all of these.
absl::StatusOr<std::vector<const ArchitectureRow*>> CandidateRows(
    absl::Span<const ArchitectureRow> table, const Config& config);

// As PlanCheckpoint says. Pointers belong to `table` and `source`.
absl::StatusOr<ArchitectureMatch> MatchArchitecture(absl::Span<const ArchitectureRow> table,
                                                    const Config& config,
                                                    const TensorSource& source);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_ARCHITECTURE_MATCH_H_
