// The members of LayerWeights by name.
#ifndef HEADWISE_ENGINE_CHECKPOINT_WEIGHT_PARTS_H_
#define HEADWISE_ENGINE_CHECKPOINT_WEIGHT_PARTS_H_

#include <cstdint>
#include <vector>

#include "engine/checkpoint/layer_plan.h"
#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Thread-safe, as both.
std::vector<float>& PartOf(LayerWeights& weights, Part part);

// The part's rows in its canonical matrix; a vector is a matrix with one column.
std::int64_t PartRows(const LayerSpec& spec, Part part);

}  // namespace headwise

#endif  // HEADWISE_ENGINE_CHECKPOINT_WEIGHT_PARTS_H_
