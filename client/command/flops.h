// Useful floating-point operations of attention.
#ifndef HEADWISE_CLIENT_COMMAND_FLOPS_H_
#define HEADWISE_CLIENT_COMMAND_FLOPS_H_

#include <cstdint>

#include "engine/checkpoint/layer_spec.h"

namespace headwise {

// Doubles, because the counts of long sequences exceed what int64 holds. Thread-safe.

// Query and key pairs that the rule does not hide: of causal attention those with
// j <= i + (keys - queries), with a window those with j > i + (keys - queries) - window.
double VisiblePairs(std::int64_t queries, std::int64_t keys, bool causal, std::int64_t window = 0);

// Tokens whose queries, and whose keys and values, are projected.
struct ProjectedRows {
  std::int64_t queries = 0;
  std::int64_t keys = 0;
};

// Q, K, V and the output projection: a multiplication and an addition per weight and row; biases
// do not count.
double ProjectionFlops(const LayerSpec& spec, const ProjectedRows& rows);

// Scores and weighted sum: 2 * (width of a key + width of a value) for each head and visible pair.
// Softmax does not count.
double AttentionFlops(const LayerSpec& spec, double visible_pairs);

}  // namespace headwise

#endif  // HEADWISE_CLIENT_COMMAND_FLOPS_H_
