// Useful floating-point operations of attention.
#ifndef HEADWISE_CLIENT_COMMAND_FLOPS_H_
#define HEADWISE_CLIENT_COMMAND_FLOPS_H_

#include <cstdint>

#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Doubles, because the counts of long sequences exceed what int64 holds. Thread-safe.

// Query and key pairs that are not masked: all of them, or for causal attention those with
// j <= i + (keys - queries).
double VisiblePairs(std::int64_t queries, std::int64_t keys, bool causal);

// Q, K, V and the output projection over `rows` tokens: a multiplication and an addition per
// weight and row; biases do not count.
double ProjectionFlops(const LayerSpec& spec, std::int64_t rows);

// Scores and weighted sum of all heads: 4 * head_dim for each head and visible pair. Softmax
// does not count.
double AttentionFlops(const LayerSpec& spec, double visible_pairs);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_FLOPS_H_
