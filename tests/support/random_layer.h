// Random layers, inputs and calls for tests.
#ifndef HEADWISE_TESTS_SUPPORT_RANDOM_LAYER_H_
#define HEADWISE_TESTS_SUPPORT_RANDOM_LAYER_H_

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/attention/attention_layer.h"
#include "engine/checkpoint/layer_spec.h"
#include "engine/tensor/tensor.h"

namespace headwise::testing {

using Random = std::mt19937;

std::vector<float> RandomFloats(Random& random, std::int64_t count, float deviation);

// A spec with consistent widths; Dout = D and biases everywhere, unless changed afterwards.
LayerSpec MakeSpec(std::int64_t d_model, std::int64_t heads, std::int64_t kv_heads,
                   std::int64_t head_dim);

// Weights that keep scores and outputs near 1 in size.
LayerWeights RandomWeights(Random& random, const LayerSpec& spec);

Tensor RandomInput(Random& random, std::int64_t batch, std::int64_t tokens, std::int64_t d_model);

// A request with memory for all that it wants.
struct Call {
  AttentionRequest request;
  Tensor context;
  Tensor head_context;
  Tensor contributions;
  Tensor log_sum_exp;
  Tensor probabilities;
  Tensor scores;
  Tensor top_keys;
  Tensor top_weights;
  Tensor statistics;
  AttentionTask task;

  // Validates against `layer` (fails the test if that fails) and makes room.
  void Prepare(const AttentionLayer& layer);
};

// Prepares and runs all calls as one batch.
void Run(AttentionLayer& layer, const std::vector<Call*>& calls);

// The bytes of a tensor, to compare runs with; empty for an absent one.
std::string Bytes(const Tensor& tensor);

// Largest |got - want|, and whether every one is within atol + rtol * |want|. NaN never is.
struct Difference {
  double largest = 0;
  bool within = true;
};
Difference Compare(const float* got, const double* want, std::int64_t count, double atol,
                   double rtol);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_RANDOM_LAYER_H_
