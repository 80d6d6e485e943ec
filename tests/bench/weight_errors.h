// How far narrow weights carry a layer's answers.
#ifndef HEADWISE_TESTS_BENCH_WEIGHT_ERRORS_H_
#define HEADWISE_TESTS_BENCH_WEIGHT_ERRORS_H_

#include <string>

#include "engine/attention/attention_layer.h"
#include "tests/bench/ratio.h"

namespace headwise::bench {

// Root mean square of the difference of the context vectors to those with F32 weights, over their
// root mean square; the inputs are normal.
Ratio WeightError(Engine& engine, const LayerSpec& spec, const LayerWeights& weights,
                  WeightStorage storage);

// The same for the layer of a checkpoint where it is largest.
Ratio WorstWeightError(Engine& engine, const std::string& directory, WeightStorage storage);

}  // namespace headwise::bench

#endif  // HEADWISE_TESTS_BENCH_WEIGHT_ERRORS_H_
