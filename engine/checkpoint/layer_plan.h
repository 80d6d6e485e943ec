// Which rows of which stored tensors make up a layer's canonical weights.
#ifndef HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_
#define HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/checkpoint/architecture_table.h"
#include "engine/checkpoint/config.h"
#include "engine/checkpoint/layer_locator.h"
#include "engine/checkpoint/layer_sizes.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// The members of LayerWeights.
enum class Part {
  kQuery,
  kKey,
  kValue,
  kOutput,
  kQueryBias,
  kKeyBias,
  kValueBias,
  kOutputBias,
  kQueryNorm,
  kKeyNorm,
  kQueryNormBias,
  kKeyNormBias,
  kSinks,
  kRelativeBias,
};
inline constexpr int kPartCount = static_cast<int>(Part::kRelativeBias) + 1;

// `rows` rows of a stored tensor (of its [out,in] form) from `from` on are the rows of `part`
// from `to` on.
struct RowBlock {
  Part part = Part::kQuery;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t rows = 0;
};

// One tensor and where it goes. A vector is a matrix with one column, whatever `dims` says. The
// blocks cover every row; a row may go to several places.
struct TensorPlan {
  StoredTensor tensor;
  std::vector<std::int64_t> dims;  // the expected shape
  Storage storage = Storage::kOutIn;
  std::int64_t out = 0;
  std::int64_t in = 0;
  std::vector<RowBlock> blocks;
  float add = 0;  // to every value
};

struct LayerPlan {
  LayerSpec spec;
  std::vector<TensorPlan> tensors;
};

// Compares every shape and dtype of the layer with what the section and `sizes` ask for.
// `config` holds the section's fields.
// INVALID_ARGUMENT listing expected and found shapes, or a bias or norm that only some heads have,
// or naming a field of config.json; UNIMPLEMENTED for a dtype other than F32, F16 and BF16 and for
// an option that is not supported. Thread-safe.
absl::StatusOr<LayerPlan> PlanLayer(const ArchitectureRow& row, const Section& section,
                                    const Config& config, const LayerSizes& sizes,
                                    const LocatedLayer& layer);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_LAYER_PLAN_H_
