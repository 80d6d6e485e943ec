// What must hold of every layer that a checkpoint gives.
#ifndef HEADWISE_TESTS_FUZZ_REQUIRE_LAYERS_H_
#define HEADWISE_TESTS_FUZZ_REQUIRE_LAYERS_H_

#include "engine/checkpoint/layer_spec.h"

namespace headwise::fuzz {

// The engine takes the layer, and its numbers are finite where the engine computes with them.
void RequireGoodLayer(const LayerSpec& spec, const LayerWeights& weights);

}  // namespace headwise::fuzz

#endif  // HEADWISE_TESTS_FUZZ_REQUIRE_LAYERS_H_
