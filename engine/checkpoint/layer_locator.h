// Finds a section's attention layers among the tensors of a checkpoint, by their names alone.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/tensor_source.h"

namespace headwise {

// A matrix, or a norm's weight, and its bias (null if there is none).
struct LocatedProjection {
  const StoredTensor* weight = nullptr;
  const StoredTensor* bias = nullptr;
};

// Null and empty for what is not there.
struct LocatedLayer {
  std::int64_t index = 0;  // {i}
  std::string module;
  // As Section::inputs; under Packing::kPerHead those of head 0, then of head 1, ...
  std::vector<LocatedProjection> inputs;
  const StoredTensor* joint_bias = nullptr;
  LocatedProjection output;
  // One, or under NormShape::kPerHead one for each head.
  std::vector<LocatedProjection> query_norm;
  std::vector<LocatedProjection> key_norm;
  const StoredTensor* sinks = nullptr;
  const StoredTensor* relative_bias = nullptr;
  std::vector<const StoredTensor*> buffers;  // passed over
};

// The section's layers, from 0 without a gap; empty if the checkpoint has none of its names. Under
// Packing::kPerHead every layer has as many heads as its file has. Pointers belong to `source`.
//
// INVALID_ARGUMENT listing expected and found names, if more than one path fits, a layer or a
// tensor is missing, or a module holds a tensor that the section does not know; UNIMPLEMENTED for
// one that it knows to be unsupported. Thread-safe.
absl::StatusOr<std::vector<LocatedLayer>> LocateLayers(const ArchitectureRow& row,
                                                       const Section& section,
                                                       const TensorSource& source);

// The error of a checkpoint that has no layer of any section.
absl::Status NoLayers(const ArchitectureRow& row, const TensorSource& source);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_LOCATOR_H_
