// Which rows of which stored tensors make up a layer's canonical matrices.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/layer_sizes.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// The matrices of LayerWeights.
enum class Part { kQuery, kKey, kValue, kOutput };

// `rows` rows of a stored tensor (of its [out,in] form) from `from` on are the rows of `part`
// from `to` on.
struct RowBlock {
  Part part = Part::kQuery;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t rows = 0;
};

// One tensor and where it goes. A bias is a matrix with one column. The blocks cover every row.
struct TensorPlan {
  StoredTensor tensor;
  bool is_bias = false;
  Storage storage = Storage::kOutIn;
  std::int64_t out = 0;
  std::int64_t in = 0;
  std::vector<RowBlock> blocks;
};

struct LayerPlan {
  LayerSpec spec;
  std::vector<TensorPlan> tensors;
};

// Compares every shape and dtype of the layer with what the row and `sizes` ask for.
// INVALID_ARGUMENT listing expected and found shapes, or a bias that only some heads have;
// UNIMPLEMENTED for a dtype other than F32, F16 and BF16. Thread-safe.
absl::StatusOr<LayerPlan> PlanLayer(const ArchitectureRow& row, const Config& config,
                                    const LayerSizes& sizes, const LocatedLayer& layer);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_
