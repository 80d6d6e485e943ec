// Attention in double precision, in four plain passes: what the engine is held against.
#ifndef HEADWISE_TESTS_SUPPORT_ORACLE_H_
#define HEADWISE_TESTS_SUPPORT_ORACLE_H_

#include <cstdint>
#include <vector>

#include "engine/checkpoint/layer_spec.h"

namespace headwise::testing {

// One sequence. Shapes: x [T,D].
struct OracleInput {
  std::vector<double> x;
  std::int64_t tokens = 0;
  bool causal = false;
  std::vector<float> gates;  // [H] or empty
};

struct OracleOutput {
  std::vector<double> context;        // [T,Dout]
  std::vector<double> head_context;   // [H,T,hd], before gates
  std::vector<double> probabilities;  // [H,T,T]
  std::vector<double> log_sum_exp;    // [H,T]
};

OracleOutput Attend(const LayerSpec& spec, const LayerWeights& weights, const OracleInput& input);

}  // namespace headwise::testing

#endif  // HEADWISE_TESTS_SUPPORT_ORACLE_H_
