// Finds a row's attention layers among the tensors of a checkpoint, by their names alone.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

// A matrix and its bias (null if there is none).
struct LocatedProjection {
  const StoredTensor* weight = nullptr;
  const StoredTensor* bias = nullptr;
};

struct LocatedLayer {
  std::int64_t index = 0;
  std::string module;
  // As ArchitectureRow::inputs; under Packing::kPerHead those of head 0, then of head 1, ...
  std::vector<LocatedProjection> inputs;
  LocatedProjection output;  // weight is null without output projection
};

// All layers of the checkpoint, from 0 without a gap, at least one. Under Packing::kPerHead every
// layer has as many heads as its file has. Pointers belong to `source`.
//
// INVALID_ARGUMENT listing expected and found names, if no path or more than one fits, a layer or
// a tensor is missing, or a module holds a tensor that the row does not know; UNIMPLEMENTED for one
// that the row knows to be unsupported. Thread-safe.
absl::StatusOr<std::vector<LocatedLayer>> LocateLayers(const ArchitectureRow& row,
                                                       const TensorSource& source);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_
